/** What generated code calls a service and the parts of one: its interface, its methods, its completions. */
import type { CompletionModel, MethodModel, ServiceModel } from "../../design/index.ts";
import { uniqueNames } from "../names/unique-names.ts";
import { camelCase, pascalCase } from "../names/words.ts";
import type { NamedType } from "../types/type-catalog.ts";

export interface MethodNames {
  readonly camel: string;
  readonly payload?: NamedType;
  readonly result?: NamedType;
  readonly streamed?: NamedType;
}

export interface NamedMethod extends MethodNames {
  readonly method: MethodModel;
}

export interface NamedCompletion {
  readonly completion: CompletionModel;
  /** What its functions are called after: `complete<Pascal>`. */
  readonly pascal: string;
  readonly type: NamedType;
}

export function interfaceName(service: string): string {
  const name = pascalCase(service);
  return name.endsWith("Service") ? name : `${name}Service`;
}

/** The methods of a service under the names of its interface. */
export function namedMethods({ methods }: ServiceModel): readonly NamedMethod[] {
  const names = uniqueNames(
    methods.map(({ name }) => name),
    camelCase,
  );
  return methods.map((method) => {
    const camel = names.get(method.name) ?? camelCase(method.name);
    const pascal = camel.charAt(0).toUpperCase() + camel.slice(1);
    const place = (kind: string, { name: label, schema }: Omit<NamedType, "label">) => ({
      name: `${pascal}${kind}`,
      label,
      schema,
    });
    return {
      method,
      camel,
      ...(method.payload === undefined ? {} : { payload: place("Payload", method.payload) }),
      ...(method.result === undefined ? {} : { result: place("Result", method.result) }),
      ...(method.streamingResult === undefined ? {} : { streamed: place("Event", method.streamingResult) }),
    };
  });
}

/** Completions of one service. */
export function namedCompletions(completions: readonly CompletionModel[]): readonly NamedCompletion[] {
  const names = uniqueNames(
    completions.map(({ name }) => name),
    pascalCase,
  );
  return completions.map((completion) => {
    const pascal = names.get(completion.name) ?? pascalCase(completion.name);
    const { name: label, schema } = completion.result;
    return { completion, pascal, type: { name: `${pascal}Completion`, label, schema } };
  });
}
