/** A span as the row that is stored. Pure; everything that leaves here has passed the sanitizer. */
import { isObject, type JsonValue } from "../../json/json.ts";
import type { Sanitizer } from "../sanitize/sanitizer.ts";
import type { OutputKind } from "../trace-store.ts";
import { type ExportedSpan, rawSpan, spanDataForExport } from "./exported-span.ts";
import { parsedJson } from "./parsed-json.ts";
import { extractRubric } from "./rubric.ts";
import { spanContent } from "./span-content.ts";
import { extractToolCalls, isOnlyToolCalls } from "./tool-calls.ts";

/** By the names of the columns; ids and times as they came. */
export interface SpanRow {
  readonly id: string;
  readonly trace_id: string;
  readonly parent_id: string | null;
  readonly started_at: string | null;
  readonly ended_at: string | null;
  readonly span_type: string;
  readonly name: string | null;
  readonly input: string | null;
  readonly output: string | null;
  readonly output_kind: OutputKind | null;
  readonly tool_calls_json: string | null;
  readonly structured_json: string | null;
  readonly rubric_json: string | null;
  readonly usage_json: string | null;
  readonly error_json: string | null;
  readonly raw_json: string;
}

export function spanRow(exported: ExportedSpan, sanitizer: Sanitizer): SpanRow {
  const span = { ...exported, span_data: spanDataForExport(exported.span_data) };
  const { name, input, output, usage } = spanContent(span.span_data);
  const rubric = extractRubric(span.span_data, output);
  const toolCalls = extractToolCalls(output);
  const structured = structuredOf(output);
  const json = (value: unknown) =>
    value === undefined || value === null ? null : JSON.stringify(sanitizer.json(value as JsonValue));
  return {
    id: span.id,
    trace_id: span.trace_id,
    parent_id: span.parent_id,
    started_at: span.started_at,
    ended_at: span.ended_at,
    span_type: typeof span.span_data.type === "string" ? span.span_data.type : "custom",
    name: typeof name === "string" ? sanitizer.text(name) : null,
    input: textColumn(input, sanitizer),
    output: textColumn(output, sanitizer),
    output_kind: rubric ? "judge" : toolCalls ? "tool_calls" : structured ? "structured" : output ? "text" : null,
    tool_calls_json: json(toolCalls),
    structured_json: json(structured),
    rubric_json: json(rubric),
    usage_json: json(usage),
    error_json: json(span.error),
    raw_json: JSON.stringify(sanitizer.json(rawSpan(span))),
  };
}

/** Text as it is, everything else as JSON that people can read. */
function textColumn(value: JsonValue | undefined, sanitizer: Sanitizer): string | null {
  if (value === undefined || value === null) return null;
  return sanitizer.text(typeof value === "string" ? value : JSON.stringify(sanitizer.json(value), null, 2));
}

function structuredOf(output: JsonValue | undefined): unknown {
  const value = parsedJson(output);
  if (!isObject(value) && !Array.isArray(value)) return undefined;
  return isOnlyToolCalls(value) ? undefined : value;
}
