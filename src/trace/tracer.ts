/**
 * Whoever wants to hear of traces and spans as they start and end. Structurally the `TracingProcessor` of the OpenAI
 * Agents SDK: a tracer of this project can be given to it, and one made for it can be given to us.
 */
import type { Span, Trace } from "./span.ts";

export interface Tracer {
  start?(): void;
  onTraceStart(trace: Trace): Promise<void>;
  onTraceEnd(trace: Trace): Promise<void>;
  onSpanStart(span: Span): Promise<void>;
  onSpanEnd(span: Span): Promise<void>;
  /** A tracer may be used again after it was shut down: the SDK shuts one down when the list of tracers is replaced. */
  shutdown(timeout?: number): Promise<void>;
  forceFlush(): Promise<void>;
}
