/** A clock for tests: whoever waits is served at once, and the time it asked for has passed. */
import type { Clock } from "../../tool/clock.ts";

export interface InstantClock extends Clock {
  /** Every pause that was asked for, in milliseconds. */
  readonly pauses: number[];
  advance(ms: number): void;
}

export function instantClock(start = new Date(0)): InstantClock {
  let time = start.getTime();
  const pauses: number[] = [];
  return {
    pauses,
    now: () => new Date(time),
    advance(ms) {
      time += ms;
    },
    after(ms, callback) {
      let isCancelled = false;
      pauses.push(ms);
      queueMicrotask(() => {
        if (isCancelled) return;
        time += ms;
        callback();
      });
      return () => {
        isCancelled = true;
      };
    },
  };
}

/** A clock on which nothing ever comes due; `pending` counts the timers nobody has cancelled. */
export function stoppedClock(): Clock & { readonly pending: number } {
  let pending = 0;
  return {
    get pending() {
      return pending;
    },
    now: () => new Date(0),
    after() {
      pending++;
      return () => {
        pending--;
      };
    },
  };
}
