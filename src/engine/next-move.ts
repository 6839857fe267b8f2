/** What the log's index has to know of a run at rest: whether it can move, and when it wants to be woken. */
import { decide } from "../run/decide.ts";
import { recover } from "../run/recover.ts";
import type { RunState } from "../run/state.ts";
import { dueAt } from "../run/time-passed.ts";
import type { NextMove, RunStatus } from "./run-log.ts";

/** A child's end wakes its parent; this is for the parent that was not told because its process died just then. */
const LOOK_FOR_CHILDREN_MS = 15_000;

export function nextMove(state: RunState, now: number): NextMove {
  if (state.outcome !== undefined) return { status: state.outcome.status, isRunnable: false };
  // Calls in hand need nothing decided, but somebody has to take them up when their driver dies.
  const isRunnable = decide(state).some((command) => command.type !== "wait") || recover(state).length > 0;
  const wakeAt = wakeTime(state, now);
  return { status: statusOf(state), isRunnable, ...(wakeAt === undefined ? {} : { wakeAt }) };
}

function statusOf(state: RunState): RunStatus {
  return state.paused === undefined || state.paused === "finalize" ? "running" : "paused";
}

function wakeTime(state: RunState, now: number): number | undefined {
  const hasChildren =
    state.current?.calls.some((call) => call.childRunId !== undefined && call.status !== "done") ?? false;
  const times = [dueAt(state), hasChildren ? now + LOOK_FOR_CHILDREN_MS : undefined].filter(
    (time) => time !== undefined,
  );
  return times.length === 0 ? undefined : Math.min(...times);
}
