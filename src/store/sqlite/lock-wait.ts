/**
 * How to wait for a lock that another process holds. SQLite itself waits only `busyTimeoutMs`, because it blocks the
 * event loop meanwhile; the rest of the waiting is done between turns of the loop, up to a limit.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { isLocked } from "./store-error.ts";

export const busyTimeoutMs = 5;
const longestDelayMs = 25;

/** Short at first: a holder that writes event after event leaves many small gaps. */
export function lockDelayMs(attempt: number): number {
  return Math.min(2 ** attempt, longestDelayMs);
}

/** Acts again while the file is locked; after `limitMs` of waiting the lock is the answer. */
export async function whenUnlocked<T>(limitMs: number, act: () => T): Promise<T> {
  for (let attempt = 0, waitedMs = 0; ; attempt++) {
    try {
      return act();
    } catch (error) {
      if (!isLocked(error) || waitedMs >= limitMs) throw error;
    }
    const delay = lockDelayMs(attempt);
    waitedMs += delay + busyTimeoutMs;
    await sleep(delay);
  }
}
