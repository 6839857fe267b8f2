/**
 * A trace or a span on its way to the writer, as one JSON text: made once, at the moment it is told, so that nothing
 * that changes later changes what was recorded, and handed to another thread without being copied piece by piece.
 */
import { messageOf } from "../errors/kigumi-error.ts";
import { stringifyJson } from "../json/stringify-json.ts";
import type { ExportedSpan, ExportedTrace } from "./extract/exported-span.ts";
import type { Span, Trace } from "./span.ts";

export type TraceRecordText = string;

/** What the text says. */
export type WrittenRecord =
  | { readonly type: "trace"; readonly trace: ExportedTrace }
  | { readonly type: "span"; readonly span: ExportedSpan };

export function traceRecord(trace: Trace): TraceRecordText {
  return stringifyJson({
    type: "trace",
    trace: {
      id: trace.traceId,
      workflow_name: trace.name,
      group_id: trace.groupId ?? null,
      metadata: trace.metadata ?? null,
    },
  });
}

export function spanRecord(span: Span): TraceRecordText {
  try {
    return record(span, span.spanData);
  } catch (error) {
    // Longer than a text can be, most likely. That the span was, how long it took and how it ended is kept.
    const { type, name } = span.spanData;
    return record(span, { type, name, unreadable: messageOf(error) });
  }
}

export function readRecord(text: TraceRecordText): WrittenRecord {
  return JSON.parse(text);
}

function record(span: Span, spanData: unknown): TraceRecordText {
  return stringifyJson({
    type: "span",
    span: {
      id: span.spanId,
      trace_id: span.traceId,
      parent_id: span.parentId ?? null,
      started_at: span.startedAt ?? null,
      ended_at: span.endedAt ?? null,
      span_data: spanData,
      error: span.error ?? null,
    },
  });
}
