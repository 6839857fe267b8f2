/** A recorded run as a trace: pure, from its events alone. */
import type { RunEvent } from "../../run/event.ts";
import type { Span, Trace } from "../span.ts";
import { RunSpans } from "./run-spans.ts";

export interface RunTrace {
  /** Undefined for a nested run, whose spans belong to the trace of the run that asked. */
  readonly trace: Trace | undefined;
  /** In the order in which they ended; those that have not ended yet come last. */
  readonly spans: readonly Span[];
}

export function spansOfRun(events: Iterable<RunEvent>): RunTrace {
  const run = new RunSpans();
  const ended: Span[] = [];
  for (const event of events) {
    for (const { type, span } of run.push(event)) if (type === "ended") ended.push(span);
  }
  return { trace: run.trace, spans: [...ended, ...run.open] };
}
