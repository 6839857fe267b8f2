/** What the passing of time brings about: requests that expire, and a budget that ends with calls still in hand. */
import type { RunEventBody } from "./event.ts";
import type { ToolFailure } from "./failure.ts";
import { type CallState, isEnded, type RunState } from "./state.ts";
import { OUTCOME_UNKNOWN } from "./tool-outcome.ts";

/** When the run next has to be looked at, whatever else happens. */
export function dueAt(state: RunState): number | undefined {
  if (isEnded(state)) return undefined;
  const { budgetAt, stoppedAt } = state.clock;
  const isBudgetRunning = budgetAt !== undefined && stoppedAt === undefined && state.limit === undefined;
  const due = [...openExpiries(state).map(({ expiresAt }) => expiresAt), ...(isBudgetRunning ? [budgetAt] : [])];
  return due.length === 0 ? undefined : Math.min(...due);
}

export function timePassed(state: RunState, now: number): RunEventBody[] {
  if (isEnded(state)) return [];
  const expired = openExpiries(state).filter(({ expiresAt }) => expiresAt <= now);
  const events: RunEventBody[] = expired.map(({ awaitId }) => ({ type: "approval_expired", awaitId }));
  const { budgetAt, stoppedAt } = state.clock;
  if (budgetAt === undefined || stoppedAt !== undefined || state.limit !== undefined || now < budgetAt) return events;
  return [...events, { type: "budget_exhausted", budget: "time" }, ...abandonCalls(state)];
}

function openExpiries(state: RunState): readonly { awaitId: string; expiresAt: number }[] {
  // Asked several times on every step, and most steps wait for nobody.
  if (state.waits.length === 0) return NONE;
  return state.waits.flatMap((wait) => {
    if (wait.kind !== "confirmation" || wait.answer !== undefined || wait.expiresAt === undefined) return [];
    return [{ awaitId: wait.awaitId, expiresAt: wait.expiresAt }];
  });
}

const NONE = [] as const;

const OUT_OF_TIME: ToolFailure = {
  kind: "timeout",
  error: "canceled: the time budget of the run ended first",
  recovery: { action: "finish" },
};

/** Every call gets an answer, so that the planner can still speak; what may have happened is not called undone. */
function abandonCalls(state: RunState): RunEventBody[] {
  const { current } = state;
  if (current === undefined || current.isAnswered) return [];
  const byId = new Map(current.calls.map((call) => [call.callId, call]));
  return current.content.flatMap((part): RunEventBody[] => {
    if (part.type !== "tool_use") return [];
    const call = byId.get(part.id);
    if (call?.status === "done") return [];
    const { id: callId, name: tool, args } = part;
    const scheduled: RunEventBody[] =
      call === undefined ? [{ type: "tool_call_scheduled", callId, tool, args, effect: "read", isRejected: true }] : [];
    return [...scheduled, ...abandoned(callId, tool, call)];
  });
}

function abandoned(callId: string, tool: string, call: CallState | undefined): RunEventBody[] {
  const isAmbiguous = call?.status === "started" && call.effect === "once" && call.key !== undefined;
  const failure = isAmbiguous ? { ...OUTCOME_UNKNOWN, recovery: OUT_OF_TIME.recovery } : OUT_OF_TIME;
  const unknown: RunEventBody[] = isAmbiguous
    ? [{ type: "tool_outcome_unknown", callId, tool, key: call.key ?? "" }]
    : [];
  return [...unknown, { type: "tool_result_received", callId, tool, outcome: { type: "failure", failure } }];
}
