/** Rows as the records that searches answer with: JSON parsed, times as dates, and nothing where the file has nothing. */
import type { SQLOutputValue } from "node:sqlite";
import { isObject, type JsonObject } from "../../json/json.ts";
import { canonicalRubric } from "../extract/rubric.ts";
import type { SpanRecord, TraceRecord } from "../trace-store.ts";

type Row = Record<string, SQLOutputValue>;

export function traceOfRow(row: Row): TraceRecord {
  const metadata = jsonOf(row.metadata_json);
  return {
    seq: Number(row.seq),
    traceId: String(row.id),
    workflowName: String(row.workflow_name ?? ""),
    ...given({ groupId: row.group_id, startedAt: dateOf(row.started_ms), endedAt: dateOf(row.ended_ms) }),
    metadata: isObject(metadata) ? (metadata as JsonObject) : {},
  };
}

export function spanOfRow(row: Row): SpanRecord {
  const rubric = jsonOf(row.rubric_json);
  return {
    seq: Number(row.seq),
    ingestSeq: Number(row.ingest_seq ?? 0),
    traceId: String(row.trace_id),
    spanId: String(row.id),
    spanType: String(row.span_type ?? ""),
    ...given({
      parentId: row.parent_id,
      name: row.name,
      startedAt: dateOf(row.started_ms),
      endedAt: dateOf(row.ended_ms),
      input: row.input,
      output: row.output,
      outputKind: row.output_kind,
      toolCalls: jsonOf(row.tool_calls_json),
      structured: jsonOf(row.structured_json),
      rubric: isObject(rubric) ? canonicalRubric(rubric) : undefined,
      usage: jsonOf(row.usage_json),
      error: jsonOf(row.error_json),
      raw: jsonOf(row.raw_json),
    }),
  };
}

/** Files of other programs may hold anything; what is no JSON is what it says. */
function jsonOf(value: SQLOutputValue | undefined): unknown {
  if (typeof value !== "string") return undefined;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function dateOf(milliseconds: SQLOutputValue | undefined): Date | undefined {
  return typeof milliseconds === "number" ? new Date(milliseconds) : undefined;
}

function given(fields: Record<string, unknown>): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));
}
