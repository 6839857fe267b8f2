/** Finds the function that a call names and checks what can be known before there is data: the number of its arguments. */
import type { FunctionTable } from "../functions/template-function.ts";
import { suggest } from "../suggest.ts";
import type { CallExpression, Expression } from "./ast.ts";
import type { Token } from "./token.ts";
import { shortened, type TokenReader } from "./token-reader.ts";

export interface CallSite {
  /** The token that names the function. */
  readonly token: Token;
  readonly args: readonly Expression[];
  /** Whether the call also gets the value before a `|`. */
  readonly isPiped: boolean;
}

export function resolveCall(
  functions: FunctionTable,
  { token, args, isPiped }: CallSite,
  reader: TokenReader,
): CallExpression {
  const { text: name, at } = token;
  const spec = functions.get(name);
  if (spec === undefined) throw reader.problem(unknownFunction(name, [...functions.keys()]), at);
  const count = args.length + (isPiped ? 1 : 0);
  const { minArgs, maxArgs, checkLiteral } = spec;
  if (count < minArgs || count > maxArgs) {
    throw reader.problem(`${name} takes ${describeCount(minArgs, maxArgs)} and got ${count}`, at);
  }
  const [first] = args;
  if (first?.type === "literal" && typeof first.value === "string") {
    const problem = checkLiteral?.(first.value, count);
    if (problem !== undefined) throw reader.problem(problem, first.at);
  }
  return { type: "call", name, spec, args, at };
}

function describeCount(least: number, most: number): string {
  const noun = most === 1 ? "argument" : "arguments";
  if (least === most) return `${least} ${noun}`;
  return most === Infinity ? `${least} or more ${noun}` : `${least} to ${most} ${noun}`;
}

function unknownFunction(name: string, names: readonly string[]): string {
  const meant = suggest(name, names);
  const instead =
    meant === undefined
      ? `the functions are ${names.join(", ")}; a field is written .${shortened(name)}`
      : `did you mean ${meant}?`;
  return `there is no function ${shortened(name)}; ${instead}`;
}
