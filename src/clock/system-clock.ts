/** The machine's own time: what options default to. Tests, replays and workflows hand in another clock. */
import type { Clock } from "../tool/clock.ts";

/** The longest delay a timer of the platform keeps; a longer one would fire at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => new Date(),
  after(ms, callback) {
    if (ms <= LONGEST_TIMER_MS) {
      const timer = setTimeout(callback, ms);
      return () => clearTimeout(timer);
    }
    let cancel = this.after(LONGEST_TIMER_MS, () => {
      cancel = this.after(ms - LONGEST_TIMER_MS, callback);
    });
    return () => cancel();
  },
};
