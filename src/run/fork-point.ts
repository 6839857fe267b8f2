/**
 * Where a run can be cut so that another one goes on from there: between two turns, with nothing in hand, nothing
 * asked and no limit reached. What a planner did on the way to a turn that is cut off goes with that turn.
 */
import type { RunEvent } from "./event.ts";
import { evolve } from "./evolve.ts";
import type { RunState } from "./state.ts";
import { turnOpening } from "./turn-opening.ts";

/** The id of the last event at or before `at` after which a planner can be asked afresh. */
export function forkPoint(events: readonly RunEvent[], at: number): number | undefined {
  const openings = new Set(
    events.flatMap(({ type }, index) =>
      type === "assistant_turn_committed" ? turnOpening(events, index).map(({ id }) => id) : [],
    ),
  );
  let state: RunState | undefined;
  let point: number | undefined;
  for (const event of events) {
    if (event.id > at) break;
    state = evolve(state, event);
    if (isBetweenTurns(state) && !openings.has(event.id)) point = event.id;
  }
  return point;
}

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
