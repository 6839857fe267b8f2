/**
 * Runs an agent in a trace that is always ended, also when the run throws, and that no processor can break: one that
 * throws is reported, one that hangs is waited for a moment and then left behind.
 */
import {
  createCustomSpan,
  getCurrentSpan,
  getCurrentTrace,
  getGlobalTraceProvider,
  getLogger,
  type Span,
  type SpanData,
  type Trace,
  withTraceContext,
} from "@openai/agents";
import { messageOf } from "../errors/kigumi-error.ts";
import type { TraceMetadata } from "./trace-metadata.ts";

/** How long a run waits for processors to take note of its beginning and its end. */
const PATIENCE_MS = 1_000;

export interface TraceScope {
  /** What is recorded beside the run goes below it: the run's own trace, or where the caller was in theirs. */
  readonly parent: Trace | Span<SpanData>;
  run<T>(body: () => Promise<T>): Promise<T>;
  /** After everything was recorded. Never throws. */
  end(): Promise<void>;
}

/** What identifies the trace of a run that was interrupted, so that the rest of it is recorded there too. */
export interface ContinuedTrace {
  readonly traceId: string;
  readonly name: string;
  readonly groupId?: string;
  readonly metadata: Record<string, unknown>;
}

export async function openTraceScope(metadata: TraceMetadata, continued?: ContinuedTrace): Promise<TraceScope> {
  const current = getCurrentTrace();
  if (current !== null && (continued ?? current).traceId === current.traceId) {
    return callersTrace(getCurrentSpan() ?? current, metadata);
  }
  const trace = getGlobalTraceProvider().createTrace(continued ?? { metadata });
  await soon(trace.start());
  return {
    parent: trace,
    run: (body) => withTraceContext({ trace }, body),
    end: () => soon(trace.end()),
  };
}

/** The metadata of a trace is fixed when it begins, so in somebody else's trace ours goes on a span. */
function callersTrace(parent: TraceScope["parent"], metadata: TraceMetadata): TraceScope {
  const span = createCustomSpan({ data: { name: "agent_metadata", data: { ...metadata } } }, parent);
  span.start();
  span.end();
  return { parent, run: (body) => body(), end: async () => {} };
}

function soon(noted: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const patience = setTimeout(resolve, PATIENCE_MS);
    const settle = () => {
      clearTimeout(patience);
      resolve();
    };
    noted.then(settle, (error) => {
      getLogger("kigumi").error(`a trace processor failed: ${messageOf(error)}`);
      settle();
    });
  });
}
