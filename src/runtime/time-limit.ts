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
  const timeout = new AbortController();
  const error = new KigumiError({
    code: "timeout",
    message: `${what} did not answer within ${ms} ms`,
    isRetryable: true,
  });
  const cancel = clock.after(ms, () => timeout.abort(error));
  const either = AbortSignal.any([signal, timeout.signal]);
  try {
    return await orAbort(perform(either), either);
  } finally {
    cancel();
  }
}
