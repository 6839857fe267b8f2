/** A clock that stands still until it is told to go on: hours pass in a test at once, and always in the same order. */
import { setImmediate } from "node:timers/promises";
import type { Clock } from "../tool/clock.ts";

export interface TestClock extends Clock {
  /** Lets time pass. What comes due is called at its time, and what that sets off has happened when this resolves. */
  advance(ms: number): Promise<void>;
  /** The same, up to a time in milliseconds since the epoch; a time that has passed changes nothing. */
  advanceTo(time: number): Promise<void>;
  /** Callbacks that have not come due. */
  readonly pending: number;
}

export function createTestClock(start: Date | number = 0): TestClock {
  let time = Number(start);
  const timers = new Set<{ readonly at: number; readonly callback: () => void }>();

  const nextUntil = (end: number) => {
    let first: { readonly at: number; readonly callback: () => void } | undefined;
    for (const timer of timers) {
      if (timer.at <= end && (first === undefined || timer.at < first.at)) first = timer;
    }
    return first;
  };
  const advanceTo = async (end: number) => {
    for (let timer = nextUntil(end); timer !== undefined; timer = nextUntil(end)) {
      timers.delete(timer);
      time = Math.max(time, timer.at);
      timer.callback();
      await setImmediate();
    }
    time = Math.max(time, end);
  };
  return {
    now: () => new Date(time),
    after(ms, callback) {
      const timer = { at: time + Math.max(0, ms), callback };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance: (ms) => advanceTo(time + ms),
    advanceTo,
    get pending() {
      return timers.size;
    },
  };
}
