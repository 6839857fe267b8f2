/** `History` and the functions in it: a window of turns, or when to summarize and what to keep. */
import type { Block } from "../expressions/declaration.ts";
import type { HistoryExpression } from "../expressions/run-policy-expression.ts";
import { blockFunction } from "../functions/design-function.ts";
import { historySpecs as specs } from "../functions/specs/history.ts";
import { setOnce } from "./set-once.ts";

export const History: (block: Block) => void = blockFunction(specs.History, (call, block) => {
  const { evaluation, expression: policy, site, path } = call;
  const history: HistoryExpression = { site, path };
  setOnce(call, policy, "history", history, "History");
  evaluation.run({ context: "History", expression: history, path }, block);
});

export const KeepRecentTurns: (n: number) => void = blockFunction(specs.KeepRecentTurns, (call, n) => {
  setOnce(call, call.expression, "keepRecentTurns", call.at(n), "KeepRecentTurns");
});

export const Compress: (triggerAt: number, keepRecent: number) => void = blockFunction(
  specs.Compress,
  (call, triggerAt, keepRecent) => {
    const isFirst = setOnce(call, call.expression, "triggerAt", call.at(triggerAt), "Compress");
    if (isFirst) setOnce(call, call.expression, "keepRecent", call.at(keepRecent), "Compress");
  },
);

export const CompressAtTurns: (n: number) => void = blockFunction(specs.CompressAtTurns, (call, n) => {
  setOnce(call, call.expression, "triggerAt", call.at(n), "CompressAtTurns");
});

export const CompressAtMaxInputTokens: (n: number) => void = blockFunction(
  specs.CompressAtMaxInputTokens,
  (call, n) => {
    setOnce(call, call.expression, "triggerAtInputTokens", call.at(n), "CompressAtMaxInputTokens");
  },
);

export const KeepMaxTurns: (n: number) => void = blockFunction(specs.KeepMaxTurns, (call, n) => {
  setOnce(call, call.expression, "keepRecent", call.at(n), "KeepMaxTurns");
});

export const KeepMaxInputTokens: (n: number) => void = blockFunction(specs.KeepMaxInputTokens, (call, n) => {
  setOnce(call, call.expression, "keepInputTokens", call.at(n), "KeepMaxInputTokens");
});
