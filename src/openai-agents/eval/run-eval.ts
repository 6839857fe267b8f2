/**
 * Runs an evaluation: every case with every variant, several at a time. Traces go to whichever processors the SDK has;
 * what was scored before is taken over and not asked again. An abort ends it after the cases in hand, with what there is.
 */
import { promptHash } from "../prompt.ts";
import type { EvalCase } from "./dataset.ts";
import type { EvalDefinition, EvalTarget } from "./define-eval.ts";
import type { PastScore } from "./past-scores.ts";
import { scoreCase } from "./score-case.ts";
import type { CaseResult } from "./summarize-eval.ts";

export interface RunEvalOptions {
  readonly cases: readonly EvalCase[];
  /** Names the run on its traces. */
  readonly runId: string;
  /** Which variants. Default: all. */
  readonly variants?: readonly string[];
  readonly concurrency?: number;
  readonly past?: ReadonlyMap<string, PastScore>;
  readonly signal?: AbortSignal;
  /** Called for each result as it comes. */
  readonly onResult?: (result: CaseResult, progress: { readonly done: number; readonly total: number }) => void;
}

export async function runEval<Variant>(
  definition: EvalDefinition<Variant>,
  options: RunEvalOptions,
): Promise<readonly CaseResult[]> {
  const { cases, runId, past = new Map(), signal, onResult } = options;
  const { variants = Object.keys(definition.variants), concurrency = definition.concurrency ?? 4 } = options;
  const targets = new Map(variants.map((name) => [name, targetOf(definition, name)]));
  // Case by case, so that an interrupted run has pairs to compare.
  const todo = cases.flatMap((evalCase) => variants.map((variant) => ({ evalCase, variant })));
  const results: CaseResult[] = [];
  const queue = todo.values();

  const work = async (): Promise<void> => {
    for (const { evalCase, variant } of queue) {
      if (signal?.aborted) return;
      const digest = digestOf(definition.variants[variant], variant, evalCase);
      const target = targets.get(variant);
      if (target === undefined) continue;
      const result =
        past.get(digest) ??
        (await scoreCase({
          ...{ definition, target, variant, evalCase, runId, digest },
          ...(signal === undefined ? {} : { signal }),
        }));
      // What an abort broke off has neither failed nor been scored: it is still to be done.
      if (result.type === "failed" && signal?.aborted) return;
      results.push(result);
      onResult?.(result, { done: results.length, total: todo.length });
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, todo.length) }, work));
  return results;
}

function targetOf<Variant>(definition: EvalDefinition<Variant>, name: string): EvalTarget {
  return definition.generator(definition.variants[name] as Variant, name);
}

function digestOf(value: unknown, variant: string, { id, input, expected, context }: EvalCase): string {
  return promptHash(JSON.stringify([variant, value, id, input, expected, context]));
}
