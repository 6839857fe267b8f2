/** The functions for how much of its past a run is shown. */
import { block } from "../design-parameters.ts";
import { describeFunction } from "../function-spec.ts";
import { wholeNumber } from "../value-parameters.ts";
import { policyExample } from "./policy-example.ts";

const family = "Run policies";

const slidingExample = policyExample(`
History(() => {
  KeepRecentTurns(20);
});`);

const compressExample = policyExample(`
History(() => {
  Compress(30, 10);
});`);

const tokensExample = policyExample(`
History(() => {
  CompressAtTurns(40);
  CompressAtMaxInputTokens(100_000);
  KeepMaxTurns(10);
  KeepMaxInputTokens(20_000);
});`);

const problems = ["invalid_history", "declared_twice"] as const;

function historyNumber<const N extends string>(name: N, summary: string) {
  return describeFunction({
    name,
    family,
    contexts: ["History"],
    parameters: [wholeNumber("n", 1)],
    summary,
    problems,
    example: name === "KeepRecentTurns" ? slidingExample : tokensExample,
  });
}

export const historySpecs = {
  History: describeFunction({
    name: "History",
    family,
    contexts: ["RunPolicy"],
    parameters: [block()],
    summary: "Says how much of a conversation the planner is shown: a window, or a summary and a window.",
    byDefault: "All of it.",
    problems,
    example: slidingExample,
  }),
  KeepRecentTurns: historyNumber("KeepRecentTurns", "Keeps the last n turns and drops what is older."),
  Compress: describeFunction({
    name: "Compress",
    family,
    contexts: ["History"],
    parameters: [wholeNumber("triggerAt", 1), wholeNumber("keepRecent", 0)],
    summary: "From so many turns on, has a model summarize all but the most recent ones.",
    problems,
    example: compressExample,
  }),
  CompressAtTurns: historyNumber("CompressAtTurns", "Compresses from n turns on."),
  CompressAtMaxInputTokens: historyNumber("CompressAtMaxInputTokens", "Compresses from n tokens of input on."),
  KeepMaxTurns: historyNumber("KeepMaxTurns", "Keeps at most n turns as they are when compressing."),
  KeepMaxInputTokens: historyNumber("KeepMaxInputTokens", "Keeps at most n tokens as they are when compressing."),
} as const;
