/** A span as it travels to the writer, and as `raw_json` keeps it: plain JSON with the names of the SDK's export. */
import { isObject, type JsonObject, type JsonValue } from "../../json/json.ts";

export interface ExportedSpan {
  readonly id: string;
  readonly trace_id: string;
  readonly parent_id: string | null;
  readonly started_at: string | null;
  readonly ended_at: string | null;
  /** With the fields that begin with `_`, which hold what a response span saw and said. */
  readonly span_data: JsonObject;
  readonly error: JsonValue;
}

export interface ExportedTrace {
  readonly id: string;
  readonly workflow_name: string;
  readonly group_id: string | null;
  readonly metadata: JsonObject | null;
}

/** What is kept as `raw_json`: without the private fields, whose content the columns have. */
export function rawSpan({ span_data, ...span }: ExportedSpan): JsonObject {
  return { object: "trace.span", ...span, span_data: withoutPrivate(span_data) };
}

function withoutPrivate(data: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(data).filter(([key]) => !key.startsWith("_")));
}

/** The SDK exports two of its span types as custom spans; so do we, and a search finds them by one type and name. */
export function spanDataForExport(data: JsonObject): JsonObject {
  if (data.type !== "task" && data.type !== "turn") return data;
  const { type, ...fields } = data;
  return { type: "custom", name: type, data: { sdk_span_type: type, ...fields } };
}

/** The data of a custom span; empty for every other. */
export function customData(spanData: JsonObject): JsonObject {
  return isObject(spanData.data) ? (spanData.data as JsonObject) : {};
}
