/**
 * The evaluation whose blocks are running. Functions of the DSL are free functions, so this is how they find what they
 * speak to; it is set while `evaluate` runs, which is synchronous, and never outlives it.
 */
import type { Evaluation } from "./evaluation.ts";

let current: Evaluation | undefined;

export function currentEvaluation(): Evaluation | undefined {
  return current;
}

export function during<T>(evaluation: Evaluation, work: () => T): T {
  const outer = current;
  current = evaluation;
  try {
    return work();
  } finally {
    current = outer;
  }
}
