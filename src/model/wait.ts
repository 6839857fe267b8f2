/** Waiting, through a clock that was handed in, until the time is up or a signal fires. */
import type { Clock } from "../tool/clock.ts";

/** Resolves after `ms`; rejects with the signal's reason as soon as it fires, leaving no timer behind. */
export function wait(ms: number, clock: Clock, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const onAbort = () => {
      cancel();
      reject(signal?.reason);
    };
    const cancel = clock.after(ms, () => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    });
    signal?.addEventListener("abort", onAbort, { once: true });
  });
}
