/** A run policy of the model. Limits that contradict each other are told, because one of them would never be noticed. */
import { parseDuration } from "../../duration/duration.ts";
import { checkHistory } from "../checks/check-history.ts";
import type { Evaluation } from "../evaluation/evaluation.ts";
import type { HistoryExpression, RunPolicyExpression } from "../expressions/run-policy-expression.ts";
import type { HistoryModel, RunPolicyModel } from "../model/agent-model.ts";

export function buildRunPolicy(policy: RunPolicyExpression, evaluation: Evaluation): RunPolicyModel {
  const { maxToolCalls, maxConsecutiveFailedToolCalls, budget, plan, tools, cache, history, onMissingFields } = policy;
  checkTimes(policy, evaluation);
  checkCaps(policy, evaluation);
  checkInterrupts(policy, evaluation);
  if (history !== undefined) checkHistory(history, evaluation);
  const timing = {
    ...(budget && { budget: budget.value }),
    ...(plan && { plan: plan.value }),
    ...(tools && { tools: tools.value }),
  };
  const action = onMissingFields?.value;
  return {
    // Zero is no cap, which is said by saying nothing.
    ...(maxToolCalls?.value && { maxToolCalls: maxToolCalls.value }),
    ...(maxConsecutiveFailedToolCalls?.value && { maxConsecutiveFailedToolCalls: maxConsecutiveFailedToolCalls.value }),
    ...(Object.keys(timing).length > 0 && { timing }),
    interruptsAllowed: policy.interruptsAllowed?.value ?? false,
    ...(action && { onMissingFields: action }),
    ...(history && { history: historyOf(history) }),
    ...(cache && {
      cache: { ...(cache.afterSystem && { afterSystem: true }), ...(cache.afterTools && { afterTools: true }) },
    }),
  };
}

function historyOf(history: HistoryExpression): HistoryModel {
  const { keepRecentTurns, triggerAt, keepRecent, triggerAtInputTokens, keepInputTokens } = history;
  if (keepRecentTurns !== undefined) return { keepRecentTurns: keepRecentTurns.value };
  return {
    compress: {
      ...(triggerAt && { triggerAt: triggerAt.value }),
      ...(keepRecent && { keepRecent: keepRecent.value }),
      ...(triggerAtInputTokens && { triggerAtInputTokens: triggerAtInputTokens.value }),
      ...(keepInputTokens && { keepInputTokens: keepInputTokens.value }),
    },
  };
}

function checkTimes({ budget, plan, tools }: RunPolicyExpression, evaluation: Evaluation): void {
  if (budget === undefined) return;
  for (const [name, limit] of [
    ["Plan", plan],
    ["Tools", tools],
  ] as const) {
    if (limit === undefined || parseDuration(limit.value) <= parseDuration(budget.value)) continue;
    const message = `${name}("${limit.value}") can never be reached: the whole run ends after ${budget.value}`;
    const hint = `Raise the budget, or lower ${name}.`;
    evaluation.report({ code: "impossible_budget", message, hint }, limit);
  }
}

function checkCaps(
  { maxToolCalls, maxConsecutiveFailedToolCalls: failed }: RunPolicyExpression,
  evaluation: Evaluation,
): void {
  if (!maxToolCalls?.value || failed === undefined || failed.value <= maxToolCalls.value) return;
  const message = `${failed.value} failures in a row can never happen: a run has at most ${maxToolCalls.value} tool calls`;
  const hint = "Lower MaxConsecutiveFailedToolCalls, or raise MaxToolCalls.";
  evaluation.report({ code: "unreachable_limit", severity: "warning", message, hint }, failed);
}

function checkInterrupts({ onMissingFields, interruptsAllowed }: RunPolicyExpression, evaluation: Evaluation): void {
  if (onMissingFields?.value !== "await_clarification" || interruptsAllowed?.value === true) return;
  const message = 'OnMissingFields("await_clarification") has to pause the run, and interrupts are not allowed';
  const hint = "Add InterruptsAllowed(true) to the RunPolicy.";
  evaluation.report({ code: "interrupts_needed", message, hint }, onMissingFields);
}
