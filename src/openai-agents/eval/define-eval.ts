/**
 * An evaluation: every case of a data set is answered by each variant and scored by a judge. A variant is whatever sets
 * two versions apart (a prompt, most often), and `generator` makes of it the one who answers.
 */
import { KigumiError } from "../../errors/kigumi-error.ts";
import type { EvalCase } from "./dataset.ts";

export interface EvalDefinition<Variant = unknown> {
  readonly name: string;
  /** A file of cases, one JSON object a line; a relative path begins at the module that defines the evaluation. */
  readonly dataset: string;
  /** By name. The first is the one that the others are compared with. */
  readonly variants: Readonly<Record<string, Variant>>;
  readonly generator: (variant: Variant, name: string) => EvalTarget;
  /** Answers with a rubric: an agent with `outputType: RUBRIC`, or a function. */
  readonly judge: EvalTarget;
  /** What the judge reads. Default: the input, what was expected and the answer, under headings. */
  readonly judgeInput?: (answered: AnsweredCase) => string;
  /** How many cases are worked on at the same time. Default 4. */
  readonly concurrency?: number;
  /** The mean score to reach: by every variant but the first, or by the only one. */
  readonly minScore?: number;
}

/** An agent, or a function where another loop (or no model at all) answers. */
export type EvalTarget = EvalAgent | EvalFunction;

/** What is needed of an agent of this bridge. */
export interface EvalAgent {
  readonly name: string;
  run(
    input: string,
    context: Record<string, unknown>,
    options: { readonly signal?: AbortSignal },
  ): Promise<{ readonly result: unknown }>;
}

export type EvalFunction = (
  input: string,
  details: { readonly context: Readonly<Record<string, unknown>>; readonly signal?: AbortSignal },
) => unknown;

export interface AnsweredCase extends EvalCase {
  readonly output: unknown;
}

/** Says what is missing, and keeps the types of variants and generator together. */
export function defineEval<Variant>(definition: EvalDefinition<Variant>): EvalDefinition<Variant> {
  const { name, dataset, variants, generator, judge } = definition;
  if (typeof name !== "string" || name.trim() === "") throw invalidEval("it needs a name");
  if (typeof dataset !== "string") throw invalidEval('"dataset" has to name a file of JSON lines');
  if (Object.keys(variants ?? {}).length === 0) throw invalidEval('"variants" has to name at least one variant');
  if (typeof generator !== "function") throw invalidEval('"generator" has to be a function from a variant to an agent');
  if (!isEvalTarget(judge)) throw invalidEval('"judge" has to be an agent or a function');
  return definition;
}

export function isEvalTarget(value: unknown): value is EvalTarget {
  if (typeof value === "function") return true;
  return typeof value === "object" && value !== null && "run" in value && typeof value.run === "function";
}

function invalidEval(problem: string): KigumiError {
  return new KigumiError({ code: "invalid_eval", message: `the evaluation is not complete: ${problem}` });
}
