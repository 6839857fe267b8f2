/** Spans that have started and not ended: recorded when they end or, unfinished, when somebody wants to see them now. */
import { type KigumiError, toKigumiError } from "../errors/kigumi-error.ts";
import type { Span } from "./span.ts";

/** Spans whose end is never told must not pile up. */
const most = 50_000;

export class OpenSpans {
  readonly #spans = new Map<string, Span>();
  readonly #record: (span: Span) => void;
  readonly #report: (error: KigumiError) => void;

  constructor(record: (span: Span) => void, report: (error: KigumiError) => void) {
    this.#record = record;
    this.#report = report;
  }

  get size(): number {
    return this.#spans.size;
  }

  started(span: Span): void {
    this.#spans.set(span.spanId, span);
    if (this.#spans.size <= most) return;
    const [oldest = span] = this.#spans.values();
    this.ended(oldest);
  }

  ended(span: Span): void {
    this.#spans.delete(span.spanId);
    this.guarded(() => this.#record(span));
  }

  /** They stay open. */
  recordAll(): void {
    for (const span of this.#spans.values()) this.guarded(() => this.#record(span));
  }

  /** Whatever is wrong with a span, a getter that throws for example, stays here. */
  guarded(act: () => void): void {
    try {
      act();
    } catch (error) {
      this.#report(toKigumiError(error, "trace_refused"));
    }
  }
}
