/** For tests: everything that an evaluation tells of a design, whether it has a model or not. */
import { DesignError } from "../design-error.ts";
import { evaluate } from "../evaluate.ts";
import type { DesignProblem } from "../problem.ts";

export function problemsOf(design: () => object): readonly DesignProblem[] {
  try {
    return evaluate(design()).warnings;
  } catch (error) {
    if (error instanceof DesignError) return error.problems;
    throw error;
  }
}
