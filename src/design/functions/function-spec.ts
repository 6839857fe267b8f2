/** A function of the DSL as data. The functions are made from it, and the reference page is. */
import type { ContextName } from "../evaluation/contexts.ts";
import type { ProblemCode } from "../problem-code.ts";
import type { Parameter } from "./parameter.ts";

export const families = [
  "Agents",
  "Toolsets",
  "Tools",
  "Server data",
  "Bounded results",
  "Confirmation",
  "Run policies",
  "Services",
  "MCP",
  "Registries",
  "Types",
  "Constraints",
] as const;

export type Family = (typeof families)[number];

export interface FunctionSpec<
  C extends ContextName = ContextName,
  P extends readonly Parameter<unknown>[] = readonly Parameter<unknown>[],
> {
  readonly name: string;
  readonly family: Family;
  /** The blocks it may be called in; none for a function that needs no block around it. */
  readonly contexts: readonly C[];
  /** Where what it returns is used, for a function that needs no block around it. */
  readonly usedIn?: string;
  readonly parameters: P;
  /** Whether arguments are told apart by their kind alone. */
  readonly inAnyOrder?: true;
  /** One sentence. */
  readonly summary: string;
  /** What happens without it. */
  readonly byDefault?: string;
  /** How it is refused, beside wrong contexts and arguments. */
  readonly problems: readonly ProblemCode[];
  /** A whole design that uses it. */
  readonly example: string;
}

export function describeFunction<const C extends ContextName, const P extends readonly Parameter<unknown>[]>(
  spec: Omit<FunctionSpec<C, P>, "problems"> & { readonly problems?: readonly ProblemCode[] },
): FunctionSpec<C, P> {
  return { problems: [], ...spec };
}

/** `Tool(name, description?, block?)`. */
export function signatureOf({ name, parameters }: FunctionSpec): string {
  const shown = parameters.map(
    (each) => `${each.isRest ? "..." : ""}${each.name}${each.isOptional && !each.isRest ? "?" : ""}`,
  );
  return `${name}(${shown.join(", ")})`;
}
