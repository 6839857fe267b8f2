/**
 * What a judge answers with. `RUBRIC` as an agent's output type asks the model for it; whatever has the shape is
 * recorded as a judgement, whichever schema it came through.
 */
import { z } from "zod";
import { isObject } from "../json/json.ts";

export const RUBRIC = z.object({ score: z.number(), comments: z.array(z.string()) });

export type Rubric = z.infer<typeof RUBRIC>;

export interface Judgement {
  readonly output_kind: "judge";
  readonly rubric: Rubric;
}

/** A judgement made in code, in the form that traces keep. */
export function judge(score: number, comments: readonly string[]): Judgement {
  return { output_kind: "judge", rubric: { score, comments: [...comments] } };
}

/** True for an object with both a score and comments. */
export function isRubric(output: unknown): output is Rubric {
  return isObject(output) && typeof output.score === "number" && Array.isArray(output.comments);
}
