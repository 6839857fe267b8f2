/** The question put to the planner: what it sees, with reminders in their places, and whether it has to answer now. */
import type { PlanCommand } from "./command.ts";
import { visibleMessages } from "./history.ts";
import type { Message } from "./message.ts";
import type { FinalizeReason } from "./plan.ts";
import { dueReminders, type Reminder, reminderText } from "./reminder.ts";
import type { RunState } from "./state.ts";

export function planCommand(state: RunState): PlanCommand {
  const turn = state.turn + 1;
  const due = dueReminders(state.reminders, turn);
  const { finalizing } = state;
  return {
    type: "plan",
    mode: finalizing !== undefined ? "finalize" : state.turn === 0 ? "start" : "resume",
    turn,
    messages: withReminders(visibleMessages(state), due),
    reminderIds: due.map(({ id }) => id),
    ...(finalizing === undefined ? {} : { finalize: { reason: finalizing, message: FINALIZE[finalizing] } }),
  };
}

const FINALIZE: Readonly<Record<FinalizeReason, string>> = {
  time_budget: "The time for this run is used up. Answer now from what you have; no tools are available.",
  token_budget: "The tokens for this run are used up. Answer now from what you have; no tools are available.",
  cost_budget: "The money for this run is used up. Answer now from what you have; no tools are available.",
  tool_cap: "The tool calls for this run are used up. Answer now from what you have; no tools are available.",
  failure_cap: "Too many tool calls have failed. Answer now from what you have, and say what could not be done.",
};

function withReminders(messages: readonly Message[], due: readonly Reminder[]): readonly Message[] {
  if (due.length === 0) return messages;
  const atStart = due.filter(({ attachment }) => attachment === "run_start");
  const atTurn = due.filter(({ attachment }) => attachment !== "run_start");
  const lastUser = messages.findLastIndex((message) => message.role === "user");
  // Between a call and its answer nothing may stand: after the last user message that is past the answers.
  const position = messages.at(-1)?.role === "user" ? lastUser : messages.length;
  return [
    ...systemMessage(atStart),
    ...messages.slice(0, position),
    ...systemMessage(atTurn),
    ...messages.slice(position),
  ];
}

function systemMessage(reminders: readonly Reminder[]): Message[] {
  return reminders.length === 0 ? [] : [{ role: "system", content: reminderText(reminders.map(({ text }) => text)) }];
}
