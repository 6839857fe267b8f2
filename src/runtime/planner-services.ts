/** What a planner may use while it thinks. What it asks for is kept until its turn is committed, and logged with it. */
import type { PlanDelta, RunServices, ServedRequest } from "../run/plan.ts";
import { assertReminder } from "../run/reminder.ts";
import type { RunState } from "../run/state.ts";
import type { Prompts } from "./prompts/prompt-registry.ts";

export interface PlannerServicesOptions {
  readonly signal: AbortSignal;
  readonly prompts: Prompts;
  emit(delta: PlanDelta): void;
}

export function createPlannerServices(
  { sessionId, labels }: RunState,
  { signal, prompts, emit }: PlannerServicesOptions,
): { services: RunServices; served: readonly ServedRequest[] } {
  const served: ServedRequest[] = [];
  const services: RunServices = {
    signal,
    emit,
    addReminder(reminder) {
      assertReminder(reminder);
      served.push({ type: "reminder_added", reminder });
    },
    removeReminder(reminderId) {
      served.push({ type: "reminder_removed", reminderId });
    },
    async renderPrompt(promptId, data = {}) {
      const { text, ...use } = await prompts.render(promptId, data, { sessionId, labels });
      served.push({ type: "prompt_rendered", ...use });
      return text;
    },
  };
  return { services, served };
}
