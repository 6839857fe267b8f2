/** The fold: one event at a time, state from state. Pure; replaying a log always gives the same state. */
import { assertNever } from "../errors/assert-never.ts";
import { callIdsOf, withCallsOf } from "./call-ids.ts";
import { closeTurn } from "./close-turn.ts";
import type { EventOf, PauseReason, RunEvent } from "./event.ts";
import type { Message } from "./message.ts";
import { forTimeline } from "./server-data.ts";
import type { CallState, RunState, Turn, Wait, WaitAnswer } from "./state.ts";

export function fold(events: Iterable<RunEvent>, from?: RunState): RunState | undefined {
  let state = from;
  for (const event of events) state = evolve(state, event);
  return state;
}

export function evolve(state: RunState | undefined, event: RunEvent): RunState {
  if (event.type === "run_started") return start(event);
  if (state === undefined) throw new Error(`the log of run ${event.runId} does not begin with run_started`);
  if (event.id !== state.lastEventId + 1) {
    throw new Error(`the log of run ${event.runId} has event ${event.id} after event ${state.lastEventId}`);
  }
  return apply({ ...state, lastEventId: event.id }, event);
}

function start(event: EventOf<"run_started">): RunState {
  const { policy, overrides = {}, parent, sessionId } = event;
  const callsLeft = smaller(policy.maxToolCalls, overrides.maxToolCalls);
  return {
    runId: event.runId,
    agentId: event.agentId,
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(parent === undefined ? {} : { parent }),
    labels: event.labels,
    policy,
    overrides,
    lastEventId: event.id,
    phase: "prompted",
    messages: event.messages,
    callIds: callIdsOf(event.messages),
    turn: 0,
    ...(callsLeft === undefined ? {} : { callsLeft }),
    ...(policy.maxConsecutiveFailedToolCalls === undefined
      ? {}
      : { failuresLeft: policy.maxConsecutiveFailedToolCalls }),
    clock: {
      startedAt: event.at,
      ...(policy.timeBudgetMs === undefined ? {} : { budgetAt: event.at + policy.timeBudgetMs }),
    },
    spent: { tokens: 0, cost: 0 },
    waits: [],
    isPauseRequested: false,
    reminders: [],
    hiddenTools: [],
    surfaced: [],
  };
}

function apply(state: RunState, event: Exclude<RunEvent, EventOf<"run_started">>): RunState {
  switch (event.type) {
    case "run_phase_changed":
      return { ...state, phase: event.phase };
    case "run_paused":
      return pause(state, event);
    case "run_resumed":
      return resume(state, event);
    case "pause_requested":
      return { ...state, isPauseRequested: true };
    case "resume_requested":
      return { ...state, isPauseRequested: false, messages: state.messages.concat(event.messages ?? []) };
    case "cancel_requested":
      return { ...state, cancelRequested: event.reason === undefined ? {} : { reason: event.reason } };
    case "run_completed": {
      const { status, message, value, error } = event;
      const outcome = {
        status,
        ...(message === undefined ? {} : { message }),
        ...(value === undefined ? {} : { value }),
        ...(error === undefined ? {} : { error }),
      };
      return { ...state, phase: status, outcome };
    }
    case "assistant_turn_committed":
      return takeTurn(state, event);
    case "usage": {
      const { tokens, cost } = state.spent;
      const used = event.inputTokens + event.outputTokens;
      const spent = { tokens: tokens + used, cost: cost + (event.cost ?? 0) };
      return { ...state, spent, promptTokens: event.inputTokens };
    }
    case "finalization_started":
      return { ...state, finalizing: event.reason };
    case "budget_reserved":
      return { ...state, reserved: { turn: event.turn, tokens: event.tokens } };
    case "budget_exhausted":
      return { ...state, limit: state.limit ?? LIMITS[event.budget] };
    case "history_compressed": {
      const { promptTokens: _, ...rest } = state;
      return { ...rest, compressed: { through: event.through, summary: event.summary } };
    }
    case "reminder_added":
      return addReminder(state, event);
    case "reminder_removed":
      return { ...state, reminders: state.reminders.filter(({ reminder }) => reminder.id !== event.reminderId) };
    case "reminders_shown":
      return countReminders(state, event.reminderIds);
    case "tool_call_scheduled":
      return schedule(state, event);
    case "tool_call_started":
      return updateCall(state, event.callId, { status: "started", key: event.key, attempt: event.attempt });
    case "child_run_linked":
      return updateCall(state, event.callId, { status: "started", childRunId: event.childRunId });
    case "tool_call_updated":
      return updateCall(state, event.callId, { expectedChildren: event.expectedChildren });
    case "tool_result_received":
      return closeTurn(updateCall(surface(state, event), event.callId, { status: "done", outcome: event.outcome }));
    case "await_confirmation":
      return openWait(state, { kind: "confirmation", awaitId: event.awaitId });
    case "approval_requested":
      return updateWait(state, event.awaitId, event.expiresAt === undefined ? {} : { expiresAt: event.expiresAt });
    case "await_clarification":
      return openWait(state, { kind: "clarification", awaitId: event.awaitId });
    case "await_questions":
      return openWait(state, { kind: "tool_results", awaitId: event.awaitId, callIds: [event.callId] });
    case "await_external_tools":
      return openWait(state, {
        kind: "tool_results",
        awaitId: event.awaitId,
        callIds: event.items.map(({ callId }) => callId),
      });
    case "approval_decided":
      return answer(state, event.awaitId, { type: event.approved ? "approved" : "denied", by: event.requestedBy });
    case "approval_expired":
      return answer(state, event.awaitId, { type: "expired" });
    case "clarification_provided":
      return answer(state, event.awaitId, { type: "text", text: event.answer });
    case "tool_results_provided":
      return answer(state, event.awaitId, { type: "results", results: event.results });
    // Facts for people and projections; the run itself does not depend on them.
    case "assistant_message":
    case "thinking_block":
    case "planner_note":
    case "policy_decision":
    case "prompt_rendered":
    case "tool_outcome_unknown":
    case "tool_authorization":
    case "budget_settled":
      return state;
    default:
      return assertNever(event);
  }
}

const LIMITS = { time: "time_budget", tokens: "token_budget", cost: "cost_budget" } as const;

function takeTurn(state: RunState, event: EventOf<"assistant_turn_committed">): RunState {
  const { content, held = [], awaits = [], final } = event;
  const current: Turn = {
    content,
    calls: [],
    held,
    awaits,
    ...(final === undefined ? {} : { final }),
    isAnswered: !content.some((part) => part.type === "tool_use"),
    isAsked: false,
  };
  const said: Message[] = content.length === 0 ? [] : [{ role: "assistant", content }];
  return {
    ...settled(state),
    turn: event.turn,
    current,
    waits: [],
    hiddenTools: [],
    messages: state.messages.concat(said),
    callIds: withCallsOf(state.callIds, said),
  };
}

function settled(state: RunState): RunState {
  if (state.reserved === undefined) return state;
  const { reserved: _, ...rest } = state;
  return rest;
}

function schedule(state: RunState, event: EventOf<"tool_call_scheduled">): RunState {
  const call = callOf(event);
  const isCounted = !call.isBookkeeping && !call.isRejected && !call.isExternal;
  const scheduled = withCalls(state, (calls) => [...calls, call]);
  if (!isCounted || state.callsLeft === undefined) return scheduled;
  return { ...scheduled, callsLeft: state.callsLeft - 1 };
}

/** Field by field: a copy that leaves the event's stamp out would cost as much as the rest of the fold. */
function callOf(event: EventOf<"tool_call_scheduled">): CallState {
  const { callId, tool, args, effect, displayHint, resultReminder, cursorField, serverData, childAgentId } = event;
  return {
    callId,
    tool,
    args,
    effect,
    status: "scheduled",
    attempt: 0,
    ...(displayHint === undefined ? {} : { displayHint }),
    ...(event.isTerminal ? { isTerminal: true } : {}),
    ...(event.isBookkeeping ? { isBookkeeping: true } : {}),
    ...(resultReminder === undefined ? {} : { resultReminder }),
    ...(cursorField === undefined ? {} : { cursorField }),
    ...(serverData === undefined ? {} : { serverData }),
    ...(childAgentId === undefined ? {} : { childAgentId }),
    ...(event.isExternal ? { isExternal: true } : {}),
    ...(event.isRejected ? { isRejected: true } : {}),
  };
}

/** What the user of a nested run is to see has to reach the run that asked. */
function surface(state: RunState, { outcome }: EventOf<"tool_result_received">): RunState {
  if (state.parent === undefined || outcome.type !== "success") return state;
  const shown = forTimeline(outcome.serverData);
  return shown.length === 0 ? state : { ...state, surfaced: [...state.surfaced, ...shown] };
}

function updateCall(state: RunState, callId: string, patch: Partial<CallState>): RunState {
  return withCalls(state, (calls) => calls.map((call) => (call.callId === callId ? { ...call, ...patch } : call)));
}

function withCalls(state: RunState, change: (calls: readonly CallState[]) => readonly CallState[]): RunState {
  const { current } = state;
  return current === undefined ? state : { ...state, current: { ...current, calls: change(current.calls) } };
}

function openWait(state: RunState, wait: Wait): RunState {
  return { ...state, waits: [...state.waits, wait] };
}

function updateWait(state: RunState, awaitId: string, patch: { answer?: WaitAnswer; expiresAt?: number }): RunState {
  return { ...state, waits: state.waits.map((wait) => (wait.awaitId === awaitId ? { ...wait, ...patch } : wait)) };
}

/** The first answer counts: a request that expires while a decision is on its way stays decided. */
function answer(state: RunState, awaitId: string, given: WaitAnswer): RunState {
  const isOpen = state.waits.some((wait) => wait.awaitId === awaitId && wait.answer === undefined);
  return isOpen ? updateWait(state, awaitId, { answer: given }) : state;
}

const STOPS_CLOCK: readonly PauseReason[] = ["await_queue", "await_clarification", "await_child"];

function pause(state: RunState, event: EventOf<"run_paused">): RunState {
  // Finalizing is the run's own work; only people stop the clock, and not when they merely asked for a pause.
  const stopsClock = STOPS_CLOCK.includes(event.reason);
  if (!stopsClock) return { ...state, paused: event.reason };
  if (event.reason === "await_child") {
    return { ...state, paused: event.reason, clock: { ...state.clock, stoppedAt: event.at } };
  }
  const asked = state.current === undefined ? {} : { current: { ...state.current, isAsked: true } };
  return { ...state, ...asked, paused: event.reason, clock: { ...state.clock, stoppedAt: event.at } };
}

function resume(state: RunState, event: EventOf<"run_resumed">): RunState {
  const { paused: _, ...running } = state;
  const { stoppedAt, budgetAt, startedAt } = state.clock;
  const waited = stoppedAt === undefined ? 0 : event.at - stoppedAt;
  const clock = { startedAt, ...(budgetAt === undefined ? {} : { budgetAt: budgetAt + waited }) };
  if (event.reason === "await_child") return { ...running, clock };
  const answers = state.waits.flatMap(({ answer: given }): Message[] =>
    given?.type === "text" ? [{ role: "user", content: given.text }] : [],
  );
  return {
    ...running,
    clock,
    isPauseRequested: false,
    waits: [],
    messages: state.messages.concat(answers, event.messages ?? []),
  };
}

function addReminder(state: RunState, { reminder }: EventOf<"reminder_added">): RunState {
  // The counters of a reminder that is replaced go on.
  const known = state.reminders.find((each) => each.reminder.id === reminder.id);
  const others = state.reminders.filter((each) => each !== known);
  return { ...state, reminders: [...others, { ...(known ?? { shown: 0 }), reminder }] };
}

function countReminders(state: RunState, shownIds: readonly string[]): RunState {
  // They were shown to the planner for the turn that it is about to take.
  const lastTurn = state.turn + 1;
  return {
    ...state,
    reminders: state.reminders.map((each) =>
      shownIds.includes(each.reminder.id) ? { ...each, shown: each.shown + 1, lastTurn } : each,
    ),
  };
}

function smaller(left: number | undefined, right: number | undefined): number | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  return Math.min(left, right);
}
