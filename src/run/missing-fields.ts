/** `OnMissingFields("await_clarification")`: a call that lacks required fields becomes a question to a person. */
import type { RunEventBody } from "./event.ts";
import { missingFieldsOf } from "./failure.ts";
import type { RunState } from "./state.ts";

export function missingFieldsQuestion(state: RunState): RunEventBody[] {
  const { current, policy } = state;
  if (policy.onMissingFields !== "await_clarification" || !policy.interruptsAllowed || current === undefined) return [];
  if (current.isAsked) return [];
  for (const { outcome, tool, callId } of current.calls) {
    if (outcome?.type !== "failure") continue;
    const missing = missingFieldsOf(outcome.failure);
    if (missing.length === 0) continue;
    const { recovery } = outcome.failure;
    const example = recovery.action === "correct_call" ? recovery.exampleInput : undefined;
    return [
      {
        type: "await_clarification",
        awaitId: `${state.runId}/${state.turn}/missing/${callId}`,
        question: `${tool} needs ${missing.slice(0, 3).join(", ")}. What should ${missing.length === 1 ? "it" : "they"} be?`,
        missingFields: missing,
        restrictToTool: tool,
        ...(example === undefined ? {} : { exampleInput: example }),
      },
      { type: "run_paused", reason: "await_clarification" },
    ];
  }
  return [];
}
