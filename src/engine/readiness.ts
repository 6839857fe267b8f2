/** When a run may next be driven. Pure, and the same for every log. */
import type { NextMove, RunStatus } from "./run-log.ts";

const endedStatuses: ReadonlySet<RunStatus> = new Set(["completed", "failed", "canceled"]);

export function hasEnded(status: RunStatus): boolean {
  return endedStatuses.has(status);
}

/**
 * Since when, or from when on, the run can move; undefined for a run at rest. A run that could move before keeps its
 * time, so that the appends of a driver leave the index of movable runs alone.
 */
export function readyAt(next: NextMove, at: number, before?: number): number | undefined {
  if (hasEnded(next.status)) return undefined;
  if (!next.isRunnable) return next.wakeAt;
  return before !== undefined && before <= at ? before : at;
}
