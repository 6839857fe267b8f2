/** The functions in a `History`: a window of turns, or when to summarize and what to keep. */
import { blockFunction } from "../functions/design-function.ts";
import { policySpecs as specs } from "../functions/specs/policies.ts";
import { setOnce } from "./set-once.ts";

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
