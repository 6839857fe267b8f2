/** The machine's own time: what options default to. Tests, replays and workflows hand in another clock. */
import type { Clock } from "../tool/clock.ts";

export const systemClock: Clock = {
  now: () => new Date(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};
