/** Hears everything and keeps nothing: the way to switch tracing off where a tracer is asked for. */
import type { Tracer } from "./tracer.ts";

export class NoOpTracer implements Tracer {
  async onTraceStart(): Promise<void> {}
  async onTraceEnd(): Promise<void> {}
  async onSpanStart(): Promise<void> {}
  async onSpanEnd(): Promise<void> {}
  async shutdown(): Promise<void> {}
  async forceFlush(): Promise<void> {}
}
