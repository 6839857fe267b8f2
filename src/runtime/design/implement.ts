/** Joins a service of a design with the object that does its work. What is missing is told when a runtime is made. */
import { looseName } from "../../design/names/slug.ts";
import type { ToolContext } from "../../tool/context.ts";

/** The payload is what the design says it is: annotate the parameter with that type. Undefined without a payload. */
export type ServiceMethod = (payload: never, ctx: ToolContext) => unknown;

export interface ServiceImplementation<Methods extends object = object> {
  /** The name of the service. */
  readonly service: string;
  /** Functions by the names of the methods, whatever their case and separators; or an object of a class with them. */
  readonly methods: Methods;
}

/** `service`: what `Service(…)` returned, a service of the model, or a name. */
export function implement<Methods extends object>(
  service: string | { readonly name: string },
  methods: Methods,
): ServiceImplementation<Methods> {
  return { service: typeof service === "string" ? service : service.name, methods };
}

/** The function for a method, bound to its object; undefined when there is none. */
export function methodOf({ methods }: ServiceImplementation, name: string): ServiceMethod | undefined {
  const names = memberNames(methods);
  const key = names.includes(name) ? name : names.find((each) => looseName(each) === looseName(name));
  const found = key === undefined ? undefined : (methods as Readonly<Record<string, unknown>>)[key];
  return typeof found === "function" ? (found.bind(methods) as ServiceMethod) : undefined;
}

/** Also those that an object has from its class. */
function memberNames(methods: object): string[] {
  const prototype: unknown = Object.getPrototypeOf(methods);
  const inherited = prototype === null || prototype === Object.prototype ? [] : memberNames(prototype as object);
  return [...Object.getOwnPropertyNames(methods), ...inherited.filter((name) => name !== "constructor")];
}
