/**
 * Where a run can be cut so that another one goes on from there: between two turns, with nothing in hand, nothing
 * asked and no limit reached. What a planner did on the way to a turn that is cut off goes with that turn.
 */
import type { RunEvent, RunEventType } from "./event.ts";
import { evolve } from "./evolve.ts";
import type { RunState } from "./state.ts";

/** The id of the last event at or before `at` after which a planner can be asked afresh. */
export function forkPoint(events: readonly RunEvent[], at: number): number | undefined {
  let state: RunState | undefined;
  let point: number | undefined;
  for (const event of events) {
    if (event.id > at) break;
    state = evolve(state, event);
    if (isBetweenTurns(state) && !OF_THE_NEXT_TURN.has(event.type)) point = event.id;
  }
  return point;
}

/** Logged with a turn, and before it. */
const OF_THE_NEXT_TURN: ReadonlySet<RunEventType> = new Set([
  "thinking_block",
  "usage",
  "reminders_shown",
  "prompt_rendered",
  "budget_reserved",
  "budget_settled",
]);

function isBetweenTurns(state: RunState): boolean {
  const { current, outcome, cancelRequested, paused, isPauseRequested, limit, finalizing } = state;
  const isHalted = paused !== undefined || isPauseRequested || cancelRequested !== undefined || outcome !== undefined;
  if (isHalted || limit !== undefined || finalizing !== undefined) return false;
  if (current === undefined) return true;
  const isOver =
    current.final !== undefined || current.calls.some((call) => call.isTerminal && call.outcome?.type === "success");
  const isUnasked = current.awaits.length > 0 && !current.isAsked;
  return current.isAnswered && !isOver && !isUnasked;
}
