/**
 * Traces as lines of JSON, in the words of the Agents SDK's own export: `trace` lines with their `trace.span` lines
 * behind them. What was written can be read back: a store filled from the lines holds the same records.
 */
import { KigumiError, messageOf } from "../../errors/kigumi-error.ts";
import { isObject, type JsonObject, type JsonValue } from "../../json/json.ts";
import { parseJson } from "../../json/parse-json.ts";
import type { Span, SpanError, Trace } from "../../trace/span.ts";
import type { SpanRecord, TraceRecord } from "../../trace/trace-store.ts";

export function traceLine({ traceId, workflowName, groupId, metadata }: TraceRecord): JsonObject {
  // The totals are counted again from the spans.
  const { usage_total: _, ...given } = metadata;
  return { object: "trace", id: traceId, workflow_name: workflowName, group_id: groupId ?? null, metadata: given };
}

export function spanLine(span: SpanRecord): JsonObject {
  const raw = isObject(span.raw) ? (span.raw as JsonObject) : {};
  return {
    object: "trace.span",
    id: span.spanId,
    trace_id: span.traceId,
    parent_id: span.parentId ?? null,
    started_at: span.startedAt?.toISOString() ?? null,
    ended_at: span.endedAt?.toISOString() ?? null,
    span_data: spanDataOf(span, isObject(raw.span_data) ? (raw.span_data as JsonObject) : {}),
    error: span.error ?? null,
  };
}

/** What a response span saw and said is in its columns, and not in the export. */
function spanDataOf({ spanType: type, name, input, output, usage }: SpanRecord, exported: JsonObject): JsonObject {
  if (type !== "response") return { ...exported, type };
  const response = { model: name, output, usage };
  return { ...exported, type, _input: input ?? null, _response: JSON.parse(JSON.stringify(response)) };
}

export type TraceLine =
  | { readonly type: "trace"; readonly trace: Trace }
  | { readonly type: "span"; readonly span: Span };

/** Throws for a line that is neither. */
export function readTraceLine(text: string): TraceLine {
  const line = parseJson(text);
  if (!isObject(line)) throw invalidLine("it is no object");
  switch (line.object) {
    case "trace":
      return { type: "trace", trace: toTrace(line) };
    case "trace.span":
      return { type: "span", span: toSpan(line) };
    default:
      throw invalidLine(`"object" is ${JSON.stringify(line.object) ?? "missing"}, not "trace" or "trace.span"`);
  }
}

function toTrace(line: Record<string, JsonValue>): Trace {
  const { metadata } = line;
  return {
    traceId: required(line, "id"),
    name: optional(line, "workflow_name") ?? "",
    groupId: optional(line, "group_id"),
    ...(isObject(metadata) ? { metadata } : {}),
  };
}

function toSpan(line: Record<string, JsonValue>): Span {
  const { span_data: data, error } = line;
  if (!isObject(data) || typeof data.type !== "string") throw invalidLine('"span_data" has no "type"');
  return {
    spanId: required(line, "id"),
    traceId: required(line, "trace_id"),
    parentId: optional(line, "parent_id"),
    startedAt: optional(line, "started_at"),
    endedAt: optional(line, "ended_at"),
    spanData: { ...data, type: data.type },
    error: toSpanError(error),
  };
}

function toSpanError(error: JsonValue | undefined): SpanError | null {
  if (error === undefined || error === null) return null;
  if (isObject(error) && typeof error.message === "string") return { ...error, message: error.message };
  return { message: messageOf(error) };
}

function required(line: Record<string, JsonValue>, key: string): string {
  const value = line[key];
  if (typeof value === "string" && value !== "") return value;
  throw invalidLine(`"${key}" is missing`);
}

function optional(line: Record<string, JsonValue>, key: string): string | null {
  const value = line[key];
  return typeof value === "string" ? value : null;
}

function invalidLine(problem: string): KigumiError {
  return new KigumiError({ code: "invalid_trace_line", message: problem });
}
