import { expect, test } from "vitest";
import { type CaseResult, summarizeEval } from "./summarize-eval.ts";

const scored = (variant: string, caseId: string, score: number): CaseResult => ({
  ...{ type: "scored", variant, caseId, score, comment: "", traceId: `${variant}/${caseId}` },
});

/** Twenty cases; `change` is what the second version does to each score. */
function twoVersions(change: (index: number) => number): CaseResult[] {
  return Array.from({ length: 20 }, (_, i) => {
    const score = (i % 4) / 4;
    return [scored("v1", `c${i}`, score), scored("v2", `c${i}`, score + change(i))];
  }).flat();
}

const summarize = (results: readonly CaseResult[]) => summarizeEval(results, { variants: ["v1", "v2"], seed: 1 });

test("a version that gains a little everywhere is better, although its own interval holds the other's mean", () => {
  const { variants, comparisons } = summarize(twoVersions((i) => 0.05 + (i % 2) / 100));
  const [old, young] = variants.map(({ score }) => score);
  expect(young?.interval?.low).toBeLessThan(old?.mean ?? 0);
  expect(comparisons).toMatchObject([{ baseline: "v1", variant: "v2", verdict: "better", losses: [] }]);
  expect(comparisons[0]?.difference?.mean).toBeCloseTo(0.055, 9);
});

test("a version that loses is worse, and what it lost most is named first", () => {
  const { comparisons } = summarize(twoVersions((i) => (i === 7 ? -0.5 : -0.1)));
  expect(comparisons[0]).toMatchObject({
    verdict: "worse",
    losses: [{ caseId: "c7", difference: -0.5 }, {}, {}, {}, {}],
  });
});

test("a version that gains here and loses there is unclear", () => {
  expect(summarize(twoVersions((i) => (i % 2 ? 0.1 : -0.1))).comparisons[0]?.verdict).toBe("unclear");
});

test("the order in which cases were done changes nothing", () => {
  const results = twoVersions((i) => (i % 3) / 10);
  expect(summarize(results.toReversed()).comparisons).toEqual(summarize(results).comparisons);
});

test("a case that failed on one side is in no pair, and is counted", () => {
  const failed: CaseResult = { type: "failed", variant: "v2", caseId: "a", error: "no", traceId: "t" };
  const { variants, comparisons } = summarize([
    scored("v1", "a", 1),
    failed,
    scored("v1", "b", 0),
    scored("v2", "b", 1),
  ]);
  expect(variants).toMatchObject([
    { variant: "v1", scored: 2, failed: 0 },
    { variant: "v2", scored: 1, failed: 1 },
  ]);
  expect(comparisons[0]).toMatchObject({ difference: { count: 1, mean: 1 }, verdict: "unclear" });
});

test("without a case in common there is no difference", () => {
  const { comparisons } = summarize([scored("v1", "a", 1), scored("v2", "b", 1)]);
  expect(comparisons).toEqual([{ baseline: "v1", variant: "v2", verdict: "unclear", losses: [] }]);
});
