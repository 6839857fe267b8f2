/** What an expression can see: the dot, and the variables declared so far. Never changed, only extended. */
import type { JsonValue } from "../../json/json.ts";

export interface Scope {
  readonly dot: JsonValue;
  readonly variables: Variable;
}

/** The newest variable first; the last one is `$`, the root. */
interface Variable {
  readonly name: string;
  readonly value: JsonValue;
  readonly outer?: Variable;
}

export function rootScope(data: JsonValue): Scope {
  return { dot: data, variables: { name: "$", value: data } };
}

export function withVariable(scope: Scope, name: string | undefined, value: JsonValue): Scope {
  return name === undefined ? scope : { ...scope, variables: { name, value, outer: scope.variables } };
}

/** The parser has made sure that the variable is there. */
export function variableIn(scope: Scope, name: string): JsonValue {
  let variable: Variable | undefined = scope.variables;
  while (variable !== undefined && variable.name !== name) variable = variable.outer;
  return variable?.value ?? null;
}
