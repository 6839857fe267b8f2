/** What follows when the last call of a turn has its answer: the transcript gets them all, and limits are settled. */

import { boundsReminder } from "./bounds-reminder.ts";
import { missingFieldsOf } from "./failure.ts";
import type { Message, ToolResultPart } from "./message.ts";
import { reminderText } from "./reminder.ts";
import type { CallState, RunState, Turn } from "./state.ts";

export function closeTurn(state: RunState): RunState {
  const { current } = state;
  if (current === undefined || current.isAnswered) return state;
  const answered = inCallOrder(current);
  if (answered === undefined) return state;

  const said: Message[] = [{ role: "tool", results: answered.map(resultPart) }];
  const reminders = answered.flatMap(remindersOf);
  if (reminders.length > 0) said.push({ role: "system", content: reminderText(reminders) });
  return {
    ...state,
    messages: state.messages.concat(said),
    current: { ...current, isAnswered: true },
    hiddenTools: answered.filter((call) => recoveryOf(call) === "replan").map(({ tool }) => tool),
    ...settleLimits(state, answered),
  };
}

/** The calls in the order the planner made them, or undefined while one is unanswered. */
function inCallOrder({ content, calls }: Turn): CallState[] | undefined {
  const byId = new Map(calls.map((call) => [call.callId, call]));
  const ordered: CallState[] = [];
  for (const part of content) {
    if (part.type !== "tool_use") continue;
    const call = byId.get(part.id);
    if (call?.outcome === undefined) return undefined;
    ordered.push(call);
  }
  return ordered;
}

function resultPart({ callId, tool, outcome }: CallState): ToolResultPart {
  if (outcome?.type === "success") return { id: callId, name: tool, content: outcome.content };
  return { id: callId, name: tool, content: outcome?.failure.error ?? "", isError: true };
}

function remindersOf({ tool, outcome, resultReminder, cursorField }: CallState): string[] {
  if (outcome?.type !== "success") return [];
  const { bounds, reminders = [] } = outcome;
  return [
    ...(resultReminder === undefined ? [] : [resultReminder]),
    ...reminders,
    ...(bounds?.truncated ? [boundsReminder(tool, bounds, cursorField)] : []),
  ];
}

function recoveryOf({ outcome }: CallState): string | undefined {
  return outcome?.type === "failure" ? outcome.failure.recovery.action : undefined;
}

function settleLimits(state: RunState, answered: readonly CallState[]): Partial<RunState> {
  const counted = answered.filter((call) => !call.isBookkeeping);
  const failures = counted.filter((call) => call.outcome?.type === "failure");
  const max = state.policy.maxConsecutiveFailedToolCalls;
  // One decision point costs one, however many calls it made; any success starts the count again.
  const allFailed = counted.length > 0 && failures.length === counted.length;
  const failuresLeft = max === undefined ? undefined : allFailed ? (state.failuresLeft ?? max) - 1 : max;
  const isOutOfCalls = answered.some((call) => call.isRejected && recoveryOf(call) === "finish");
  const mustFinish = answered.some((call) => recoveryOf(call) === "finish");
  const lacksFields = failures.some(
    ({ outcome }) => outcome?.type === "failure" && missingFieldsOf(outcome.failure).length > 0,
  );
  const givesUp = failuresLeft === 0 || mustFinish || (lacksFields && state.policy.onMissingFields === "finalize");
  const limit = isOutOfCalls ? "tool_cap" : givesUp ? "failure_cap" : undefined;
  return {
    ...(failuresLeft === undefined ? {} : { failuresLeft }),
    ...(limit === undefined || state.limit !== undefined ? {} : { limit }),
  };
}
