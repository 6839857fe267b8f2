/** Calls back at a time rather than after a delay. */
import type { Clock } from "../tool/clock.ts";

/** At once when that is past. Returns the undo. */
export function atTime(clock: Clock, at: number, callback: () => void): () => void {
  return clock.after(Math.max(0, at - clock.now().getTime()), callback);
}
