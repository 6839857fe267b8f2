/** Gives somebody's code so much time and no more. What goes on past it is told to stop, and no longer listened to. */
import { KigumiError } from "../errors/kigumi-error.ts";
import type { Clock } from "../tool/clock.ts";

export interface TimeLimit {
  readonly clock: Clock;
  readonly ms: number;
  readonly signal: AbortSignal;
  /** Who did not answer, for the error. */
  readonly what: string;
}

/** Rejects with `timeout` when time is up, and with the signal's reason when it fires. */
export function within<T>(
  { clock, ms, signal, what }: TimeLimit,
  perform: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  // By hand, with one promise, one controller and one listener: this stands around every plan and every call.
  return new Promise<T>((resolve, reject) => {
    const inner = new AbortController();
    const stop = (reason: unknown) => {
      settle();
      inner.abort(reason);
      reject(reason);
    };
    const onAbort = () => stop(signal.reason);
    const cancel = clock.after(ms, () => stop(timeoutError(what, ms)));
    const settle = () => {
      cancel();
      signal.removeEventListener("abort", onAbort);
    };
    signal.addEventListener("abort", onAbort, { once: true });
    if (signal.aborted) return onAbort();
    perform(inner.signal).then(
      (value) => {
        settle();
        resolve(value);
      },
      (error) => {
        settle();
        reject(error);
      },
    );
  });
}

function timeoutError(what: string, ms: number): KigumiError {
  return new KigumiError({
    code: "timeout",
    message: `${what} did not answer within ${ms} ms`,
    isRetryable: true,
  });
}
