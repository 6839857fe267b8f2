/**
 * What one governed query may spend. A call that no budget is left for is refused with the word to answer; one more
 * after that stops the loop. Calls are counted once, however often they are asked about.
 */

import { LONGEST_TIMER_MS } from "../../clock/system-clock.ts";
import { parseDuration } from "../../duration/duration.ts";
import { KigumiError } from "../../errors/kigumi-error.ts";
import type { Clock } from "../../tool/clock.ts";

export interface ClaudeBudget {
  readonly toolCalls?: number;
  /** Such as `"2m"`, from the start of the query on. */
  readonly time?: string;
  /** Input and output of every model call together. */
  readonly tokens?: number;
  /** In US dollars, as the CLI estimates them; it stops by itself. */
  readonly cost?: number;
  /** How long after `time` an answer may still come before the CLI is ended. Default 30 seconds. */
  readonly finalizerGrace?: string;
}

export type Admission =
  | { readonly type: "admitted" }
  /** `isLast`: it was told before, and the loop has to end. */
  | { readonly type: "exhausted"; readonly reason: string; readonly isLast: boolean };

export class BudgetMeter {
  readonly #budget: ClaudeBudget;
  readonly #clock: Clock;
  readonly #timeMs: number | undefined;
  readonly #graceMs: number;
  readonly #admitted = new Set<string>();
  #startedAt: number | undefined;
  #tokens = 0;
  /** The call that was the first to be refused. */
  #refused: string | undefined;

  constructor(budget: ClaudeBudget, clock: Clock) {
    for (const name of ["toolCalls", "tokens", "cost"] as const) assertAmount(name, budget[name]);
    this.#budget = budget;
    this.#clock = clock;
    this.#timeMs = budget.time === undefined ? undefined : parseDuration(budget.time);
    this.#graceMs = parseDuration(budget.finalizerGrace ?? "30s");
    if ((this.#timeMs ?? 0) + this.#graceMs > LONGEST_TIMER_MS) {
      throw new KigumiError({
        code: "invalid_budget",
        message: `budget.time and its finalizerGrace have to be 24 days at most, not ${budget.time ?? ""} and ${budget.finalizerGrace ?? "30s"}`,
      });
    }
  }

  spend(tokens: number): void {
    this.#tokens += tokens;
  }

  admit(callId: string): Admission {
    this.#start();
    if (this.#admitted.has(callId)) return { type: "admitted" };
    const reason = this.#exhaustion();
    if (reason === undefined) {
      this.#admitted.add(callId);
      return { type: "admitted" };
    }
    this.#refused ??= callId;
    return { type: "exhausted", reason, isLast: this.#refused !== callId };
  }

  /** Calls back, with the error to end with, when neither time nor grace is left; the returned function cancels it. */
  whenOver(callback: (error: KigumiError) => void): () => void {
    if (this.#timeMs === undefined) return () => {};
    this.#start();
    return this.#clock.after(this.#timeMs + this.#graceMs, () => callback(this.#timeIsOver()));
  }

  #timeIsOver(): KigumiError {
    return new KigumiError({
      code: "budget_exhausted",
      message: `the query was ended: ${this.#budget.time} and the grace after it are over; raise budget.time, or ask for less`,
    });
  }

  /** The clock runs from the first of these on. */
  #start(): void {
    this.#startedAt ??= this.#clock.now().getTime();
  }

  #exhaustion(): string | undefined {
    const { toolCalls, tokens } = this.#budget;
    if (toolCalls !== undefined && this.#admitted.size >= toolCalls) {
      return "no tool calls are left; answer with what you have";
    }
    if (tokens !== undefined && this.#tokens >= tokens) return "no tokens are left; answer with what you have";
    const elapsed = this.#clock.now().getTime() - (this.#startedAt ?? 0);
    if (this.#timeMs !== undefined && elapsed >= this.#timeMs) return "no time is left; answer with what you have";
    return undefined;
  }
}

function assertAmount(name: string, amount: number | undefined): void {
  if (amount === undefined || (Number.isFinite(amount) && amount >= 0)) return;
  throw new KigumiError({
    code: "invalid_budget",
    message: `budget.${name} has to be a number that is not negative, not ${amount}`,
  });
}
