/** Gives somebody's code so much time and no more. What goes on past it is told to stop, and no longer listened to. */
import { orAbort } from "../errors/abort.ts";
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
export async function within<T>(
  { clock, ms, signal, what }: TimeLimit,
  perform: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  // One controller and a listener: `AbortSignal.any`, and an error that is rarely thrown, cost more than a whole step.
  const inner = new AbortController();
  const onAbort = () => inner.abort(signal.reason);
  if (signal.aborted) onAbort();
  else signal.addEventListener("abort", onAbort, { once: true });
  const cancel = clock.after(ms, () => inner.abort(timeoutError(what, ms)));
  try {
    return await orAbort(perform(inner.signal), inner.signal);
  } finally {
    cancel();
    signal.removeEventListener("abort", onAbort);
  }
}

function timeoutError(what: string, ms: number): KigumiError {
  return new KigumiError({
    code: "timeout",
    message: `${what} did not answer within ${ms} ms`,
    isRetryable: true,
  });
}
