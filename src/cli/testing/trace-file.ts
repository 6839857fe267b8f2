/** Traces in the file that the command line looks for, written by the real tracer. */
import { join } from "node:path";
import type { Span } from "../../trace/span.ts";
import { SQLiteTracer } from "../../trace/sqlite-tracer.ts";
import type { CliFolder } from "./cli-process.ts";

export type WrittenSpan = Pick<Span, "spanData"> & Partial<Span>;

export interface WrittenTrace {
  readonly traceId: string;
  readonly name?: string;
  readonly groupId?: string;
  readonly metadata?: Record<string, unknown>;
  readonly spans: readonly WrittenSpan[];
}

export async function writeTraces({ path }: CliFolder, traces: readonly WrittenTrace[]): Promise<void> {
  await using tracer = new SQLiteTracer(join(path, ".kigumi/traces.db"));
  for (const { traceId, name = "flow", groupId = null, metadata = {}, spans } of traces) {
    const trace = { traceId, name, groupId, metadata };
    await tracer.onTraceStart(trace);
    for (const [index, span] of spans.entries()) await tracer.onSpanEnd(spanOf(traceId, index, span));
    await tracer.onTraceEnd(trace);
  }
}

/** A second after the one before, half a second long, at noon. */
function spanOf(traceId: string, index: number, span: WrittenSpan): Span {
  const at = Date.UTC(2026, 2, 1, 12) + index * 1000;
  return {
    spanId: `${traceId}-${index + 1}`,
    traceId,
    parentId: null,
    startedAt: new Date(at).toISOString(),
    endedAt: new Date(at + 500).toISOString(),
    error: null,
    ...span,
  };
}
