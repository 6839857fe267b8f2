/** Calls back at a time rather than after a delay, however far off it is; an engine that wakes early looks again. */
import type { Clock } from "../tool/clock.ts";

/** The longest delay a timer of the platform keeps; a longer one would fire at once. */
const LONGEST_DELAY_MS = 2 ** 31 - 1;

/** Not later than `at`, and at once when that is past. Returns the undo. */
export function atTime(clock: Clock, at: number, callback: () => void): () => void {
  const delay = at - clock.now().getTime();
  return clock.after(Math.min(Math.max(0, delay), LONGEST_DELAY_MS), callback);
}
