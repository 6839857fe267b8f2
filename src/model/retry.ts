/**
 * Tries again what may succeed when tried again: a bounded number of times, each pause longer than the one before, or
 * as long as the provider asked for. An error that is not retryable, or a pause nobody would wait for, ends it at once.
 */
import { KigumiError } from "../errors/kigumi-error.ts";
import type { Clock } from "../tool/clock.ts";
import { ModelError } from "./model-error.ts";
import { wait } from "./wait.ts";

export interface RetryPolicy {
  /** Attempts in all, the first one included. Default 3. */
  readonly maxAttempts?: number;
  /** The first pause; each later one is twice as long. Default one second. */
  readonly firstDelayMs?: number;
  /** The longest pause; a provider that asks for a longer one gets its error passed on. Default one minute. */
  readonly maxDelayMs?: number;
}

export interface RetryOptions extends RetryPolicy {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Asked before each further attempt, with the error of the last one. */
  readonly mayRetry: (error: KigumiError) => boolean;
}

export async function retrying<T>(
  attempt: () => Promise<T>,
  { maxAttempts = 3, firstDelayMs = 1_000, maxDelayMs = 60_000, clock, signal, mayRetry }: RetryOptions,
): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await attempt();
    } catch (error) {
      if (!KigumiError.isInstance(error) || !error.isRetryable || attempts >= maxAttempts) throw error;
      const asked = error instanceof ModelError ? error.retryAfterMs : undefined;
      if ((asked ?? 0) > maxDelayMs || !mayRetry(error)) throw error;
      await wait(asked ?? Math.min(maxDelayMs, firstDelayMs * 2 ** (attempts - 1)), clock, signal);
    }
  }
}
