/** What an evaluation has to fulfil for the command to end well; everything it does not is told at once. */
import { KigumiError } from "../../errors/kigumi-error.ts";
import type { EvalSummary } from "../../openai-agents/eval/summarize-eval.ts";
import { countText, scoreText } from "../figures.ts";

export interface Gates {
  readonly minScore?: number | undefined;
  readonly failsOnRegression: boolean;
}

export function checkGates(summary: EvalSummary, { minScore, failsOnRegression }: Gates): void {
  const problems = [
    ...failures(summary),
    ...(minScore === undefined ? [] : lowScores(summary, minScore)),
    ...(failsOnRegression ? regressions(summary) : []),
  ];
  if (problems.length === 0) return;
  throw new KigumiError({ code: "eval_failed", message: problems.join("; "), data: { problems } });
}

function failures({ variants }: EvalSummary): string[] {
  const failed = variants.reduce((sum, variant) => sum + variant.failed, 0);
  return failed === 0 ? [] : [`${countText(failed, "answer")} failed and could not be scored`];
}

/** Where versions are compared, the old one is not what is to be let through. */
function lowScores({ variants }: EvalSummary, minScore: number): string[] {
  const gated = variants.length > 1 ? variants.slice(1) : variants;
  return gated
    .filter(({ score }) => score === undefined || score.mean < minScore)
    .map(({ variant, score }) => `${variant} scores ${scoreText(score?.mean) || "nothing"}, below ${minScore}`);
}

function regressions({ comparisons }: EvalSummary): string[] {
  return comparisons.flatMap(({ variant, baseline, verdict, difference }) => {
    if (difference === undefined) return [`${variant} and ${baseline} have no scored case in common`];
    return verdict === "worse" ? [`${variant} is worse than ${baseline} by ${scoreText(-difference.mean)}`] : [];
  });
}
