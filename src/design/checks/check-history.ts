/** A history has one mode, and a summary leaves something to summarize. */
import type { Evaluation } from "../evaluation/evaluation.ts";
import type { HistoryExpression } from "../expressions/run-policy-expression.ts";
import type { Place } from "../problem.ts";

export function checkHistory(history: HistoryExpression, evaluation: Evaluation): void {
  const { keepRecentTurns, triggerAt, keepRecent, triggerAtInputTokens, keepInputTokens } = history;
  const refuse = (place: Place, message: string, hint: string) =>
    evaluation.report({ code: "invalid_history", message, hint }, place);
  const trigger = triggerAt ?? triggerAtInputTokens;
  const kept = keepRecent ?? keepInputTokens;
  const compression = trigger ?? kept;
  if (keepRecentTurns !== undefined && compression !== undefined) {
    refuse(compression, "a history either keeps a window or is compressed, not both", "Remove one of the two.");
  } else if (keepRecentTurns === undefined && compression === undefined) {
    refuse(history, "the history says nothing", "Add KeepRecentTurns(n) or Compress(triggerAt, keepRecent).");
  } else if (compression !== undefined && (trigger === undefined || kept === undefined)) {
    const missing = trigger === undefined ? "when to compress" : "what to keep";
    const hint = trigger === undefined ? "Add CompressAtTurns(n)." : "Add KeepMaxTurns(n).";
    refuse(compression, `the history does not say ${missing}`, hint);
  } else if (triggerAt !== undefined && keepRecent !== undefined && keepRecent.value >= triggerAt.value) {
    const message = `keeping ${keepRecent.value} turns when there are ${triggerAt.value} leaves nothing to compress`;
    refuse(keepRecent, message, "Keep fewer turns than it takes to begin.");
  } else if (triggerAtInputTokens && keepInputTokens && keepInputTokens.value >= triggerAtInputTokens.value) {
    const message = `keeping ${keepInputTokens.value} tokens when there are ${triggerAtInputTokens.value} leaves nothing to compress`;
    refuse(keepInputTokens, message, "Keep fewer tokens than it takes to begin.");
  }
}
