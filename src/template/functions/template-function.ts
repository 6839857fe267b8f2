/** What a function is to the parser (how many arguments) and to the renderer (how to call it). */
import type { JsonValue } from "../../json/json.ts";
import type { Work } from "../render/work.ts";

/** A function handed in by the caller: pure, from JSON values to a JSON value. */
export type TemplateFunction = (...args: JsonValue[]) => JsonValue;

export interface FunctionSpec {
  readonly minArgs: number;
  readonly maxArgs: number;
  /** What is wrong with a call whose first argument is this literal, for problems that can be told before rendering. */
  readonly checkLiteral?: (first: string, argumentCount: number) => string | undefined;
  readonly run: FunctionBody | SpecialForm;
}

/** Needs more than the values of its arguments: `and` and `or` stop early, `index` reads from the data as a field does. */
type SpecialForm = "and" | "or" | "index";

/**
 * Arguments arrive in the number that the spec asks for. What the function reads or makes beyond its string arguments
 * and its result is charged to `work`.
 */
type FunctionBody = (args: readonly JsonValue[], work: Work) => JsonValue;

export type FunctionTable = ReadonlyMap<string, FunctionSpec>;
