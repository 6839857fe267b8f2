/** The machine's own time, for everything that does not run inside a replay. */
import type { Clock } from "../tool/clock.ts";

export const systemClock: Clock = {
  now: () => new Date(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};
