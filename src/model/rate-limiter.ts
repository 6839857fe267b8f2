/**
 * An adaptive token bucket: requests wait for their tokens instead of being refused, first come, first served. The rate
 * grows a little with every success and is halved by every refusal, so it settles where the provider's own limit is.
 * Share one limiter among the planners that share a provider's limit.
 */

import { systemClock } from "../clock/system-clock.ts";
import { orAbort } from "../errors/abort.ts";
import { KigumiError } from "../errors/kigumi-error.ts";
import type { Clock } from "../tool/clock.ts";
import { wait } from "./wait.ts";

export interface RateLimiterOptions {
  /** Where the rate starts. Default 60,000. */
  readonly tokensPerMinute?: number;
  /** Where it stops growing. Default: where it starts. */
  readonly maxTokensPerMinute?: number;
  readonly clock?: Clock;
}

export interface RateLimiter {
  /** The rate at this moment. */
  readonly tokensPerMinute: number;
  /** Resolves when a request of this size may be sent; rejects only when the signal fires. */
  acquire(tokens: number, signal?: AbortSignal): Promise<void>;
  /** A request was answered. */
  succeeded(): void;
  /** A request was refused for its rate, when it was opened or in mid-stream; nothing is let through until `retryAfterMs`. */
  rateLimited(retryAfterMs?: number): void;
}

const MINUTE_MS = 60_000;
const GROWTH = 0.05;
const FLOOR = 0.1;

export function createRateLimiter(options: RateLimiterOptions = {}): RateLimiter {
  return new TokenBucket(options);
}

class TokenBucket implements RateLimiter {
  readonly #initial: number;
  readonly #ceiling: number;
  readonly #clock: Clock;
  #rate: number;
  /** Below zero after a request larger than the bucket: the next one waits until the debt is paid. */
  #level: number;
  #filledAt: number;
  #closedUntil = 0;
  #lastInLine: Promise<void> = Promise.resolve();

  constructor({
    tokensPerMinute = 60_000,
    maxTokensPerMinute = tokensPerMinute,
    clock = systemClock,
  }: RateLimiterOptions) {
    if (!(tokensPerMinute > 0) || !(maxTokensPerMinute >= tokensPerMinute)) {
      throw new KigumiError({
        code: "invalid_rate_limit",
        message: `a rate limiter needs 0 < tokensPerMinute <= maxTokensPerMinute, got ${tokensPerMinute} and ${maxTokensPerMinute}`,
      });
    }
    this.#initial = tokensPerMinute;
    this.#ceiling = maxTokensPerMinute;
    this.#clock = clock;
    this.#rate = tokensPerMinute;
    this.#level = tokensPerMinute;
    this.#filledAt = clock.now().getTime();
  }

  get tokensPerMinute(): number {
    return this.#rate;
  }

  async acquire(tokens: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    const before = this.#lastInLine;
    const { promise: served, resolve: leave } = Promise.withResolvers<void>();
    this.#lastInLine = before.then(() => served);
    try {
      await (signal ? orAbort(before, signal) : before);
      for (let pause = this.#pauseFor(tokens); pause > 0; pause = this.#pauseFor(tokens)) {
        await wait(pause, this.#clock, signal);
      }
      this.#level -= tokens;
    } finally {
      leave();
    }
  }

  succeeded(): void {
    this.#changeRate(Math.min(this.#ceiling, this.#rate + GROWTH * this.#initial));
  }

  rateLimited(retryAfterMs = 0): void {
    this.#changeRate(Math.max(FLOOR * this.#initial, this.#rate / 2));
    this.#closedUntil = Math.max(this.#closedUntil, this.#clock.now().getTime() + retryAfterMs);
  }

  /** Milliseconds until these tokens may be taken. A request larger than the bucket waits for a full one. */
  #pauseFor(tokens: number): number {
    const now = this.#refill();
    const missing = Math.min(tokens, this.#rate) - this.#level;
    return Math.max(this.#closedUntil - now, Math.ceil((missing * MINUTE_MS) / this.#rate), 0);
  }

  #changeRate(rate: number): void {
    this.#refill();
    this.#rate = rate;
    this.#level = Math.min(this.#level, rate);
  }

  #refill(): number {
    const now = this.#clock.now().getTime();
    // A clock that was set back gives nothing and takes nothing.
    const elapsed = Math.max(0, now - this.#filledAt);
    this.#level = Math.min(this.#rate, this.#level + (elapsed * this.#rate) / MINUTE_MS);
    this.#filledAt = now;
    return now;
  }
}
