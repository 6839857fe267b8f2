/** From single scores to what an evaluation says: a mean for each variant, and each against the first. Pure. */
import { bootstrapMean, type MeanInterval } from "./bootstrap-mean.ts";

export type CaseResult =
  | (CaseKey & { readonly type: "scored"; readonly score: number; readonly comment: string; readonly traceId: string })
  | (CaseKey & { readonly type: "failed"; readonly error: string; readonly traceId: string });

interface CaseKey {
  readonly variant: string;
  readonly caseId: string;
}

export interface EvalSummary {
  /** In the order of the definition. */
  readonly variants: readonly VariantSummary[];
  /** Each variant but the first, against it. */
  readonly comparisons: readonly VariantComparison[];
  /** Of the intervals: share of confidence and the seed they were drawn with. */
  readonly confidence: number;
  readonly seed: number;
}

export interface VariantSummary {
  readonly variant: string;
  readonly scored: number;
  readonly failed: number;
  /** Absent when nothing was scored. */
  readonly score?: MeanInterval;
}

export interface VariantComparison {
  readonly baseline: string;
  readonly variant: string;
  /** Over the cases that both were scored on; absent when there are none. */
  readonly difference?: MeanInterval;
  /** `unclear` while the interval holds zero. */
  readonly verdict: "better" | "worse" | "unclear";
  /** The cases that lost most, the worst first. */
  readonly losses: readonly CaseDifference[];
}

export interface CaseDifference {
  readonly caseId: string;
  readonly difference: number;
  readonly traceId: string;
}

export interface SummaryOptions {
  /** In the order of the definition; the first is what the others are compared with. */
  readonly variants: readonly string[];
  readonly seed: number;
  readonly confidence?: number;
}

const MOST_LOSSES = 5;

export function summarizeEval(results: readonly CaseResult[], options: SummaryOptions): EvalSummary {
  const { variants, seed, confidence = 0.95 } = options;
  const [baseline = "", ...others] = variants;
  return {
    variants: variants.map((variant) => summarizeVariant(results, variant, { seed, confidence })),
    comparisons: others.map((variant) => compare(results, baseline, variant, { seed, confidence })),
    confidence,
    seed,
  };
}

type Interval = Required<Pick<SummaryOptions, "seed" | "confidence">>;

function summarizeVariant(results: readonly CaseResult[], variant: string, options: Interval): VariantSummary {
  const own = results.filter((result) => result.variant === variant);
  const scored = own.filter((result) => result.type === "scored");
  const score = bootstrapMean(
    scored.map((result) => result.score),
    options,
  );
  return {
    variant,
    scored: scored.length,
    failed: own.length - scored.length,
    ...(score === undefined ? {} : { score }),
  };
}

function compare(
  results: readonly CaseResult[],
  baseline: string,
  variant: string,
  options: Interval,
): VariantComparison {
  const before = new Map<string, number>();
  for (const result of results) {
    if (result.type === "scored" && result.variant === baseline) before.set(result.caseId, result.score);
  }
  const pairs = results.flatMap((result): CaseDifference[] => {
    const earlier = before.get(result.caseId);
    if (result.type !== "scored" || result.variant !== variant || earlier === undefined) return [];
    return [{ caseId: result.caseId, difference: result.score - earlier, traceId: result.traceId }];
  });
  // In an order of their own: which case was done first must not change the interval.
  pairs.sort((left, right) => left.difference - right.difference || (left.caseId < right.caseId ? -1 : 1));
  const difference = bootstrapMean(
    pairs.map((pair) => pair.difference),
    options,
  );
  return {
    baseline,
    variant,
    ...(difference === undefined ? {} : { difference }),
    verdict: verdictOf(difference),
    losses: pairs.filter((pair) => pair.difference < 0).slice(0, MOST_LOSSES),
  };
}

function verdictOf(difference: MeanInterval | undefined): VariantComparison["verdict"] {
  if (difference?.interval === undefined) return "unclear";
  const { low, high } = difference.interval;
  if (low > 0) return "better";
  return high < 0 ? "worse" : "unclear";
}
