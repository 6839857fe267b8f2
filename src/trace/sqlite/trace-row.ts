/** A record as the row that is stored, whichever table it goes to; everything in it has passed the sanitizer. */
import type { ExportedTrace } from "../extract/exported-span.ts";
import { type SpanRow, spanRow } from "../extract/span-row.ts";
import type { Sanitizer } from "../sanitize/sanitizer.ts";
import { readRecord, type TraceRecordText } from "../trace-record.ts";

export interface TraceRow {
  readonly id: string;
  readonly workflow_name: string;
  readonly group_id: string | null;
  readonly metadata_json: string | null;
}

export type Row = { readonly type: "trace"; readonly row: TraceRow } | { readonly type: "span"; readonly row: SpanRow };

export function rowOf(text: TraceRecordText, sanitizer: Sanitizer): Row {
  const record = readRecord(text);
  return record.type === "span"
    ? { type: "span", row: spanRow(record.span, sanitizer) }
    : { type: "trace", row: traceRow(record.trace, sanitizer) };
}

function traceRow({ id, workflow_name, group_id, metadata }: ExportedTrace, sanitizer: Sanitizer): TraceRow {
  return {
    id,
    workflow_name: sanitizer.text(workflow_name),
    group_id: group_id === null ? null : sanitizer.text(group_id),
    metadata_json: metadata === null ? null : JSON.stringify(sanitizer.json(metadata)),
  };
}
