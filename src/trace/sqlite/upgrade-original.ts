/**
 * Turns a file of kantan-llm into one of ours, inside the caller's transaction. Rows keep their order; columns an older
 * version did not have yet are filled from the raw export; secrets, which the original left in that, are masked.
 */
import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { isObject, type JsonObject } from "../../json/json.ts";
import type { ExportedSpan } from "../extract/exported-span.ts";
import { parsedJson } from "../extract/parsed-json.ts";
import { type SpanRow, spanRow } from "../extract/span-row.ts";
import type { Sanitizer } from "../sanitize/sanitizer.ts";
import { schemaSql, spanColumns } from "./schema.ts";

/** What its oldest version had. */
const leastTraceColumns = ["id", "workflow_name", "group_id"];
const leastSpanColumns = ["id", "trace_id", "parent_id", "started_at", "ended_at", "span_type", "input", "output"];

export function isOriginal(database: DatabaseSync): boolean {
  const [traces, spans] = [columnsOf(database, "traces"), columnsOf(database, "spans")];
  return leastTraceColumns.every((name) => traces.has(name)) && leastSpanColumns.every((name) => spans.has(name));
}

export function upgradeOriginal(database: DatabaseSync, sanitizer: Sanitizer): void {
  const hasMetadata = columnsOf(database, "traces").has("metadata_json");
  // Its indexes go with its tables; those of ours may bear the same names.
  database.exec("ALTER TABLE traces RENAME TO original_traces; ALTER TABLE spans RENAME TO original_spans;");
  dropIndexes(database);
  database.exec(schemaSql);
  database.exec(`
    INSERT INTO traces (id, workflow_name, group_id, metadata_json)
    SELECT id, workflow_name, group_id, ${hasMetadata ? "metadata_json" : "NULL"} FROM original_traces ORDER BY rowid;
  `);
  copySpans(database, sanitizer);
  maskMetadata(database, sanitizer);
  database.exec("DROP TABLE original_spans; DROP TABLE original_traces;");
}

function copySpans(database: DatabaseSync, sanitizer: Sanitizer): void {
  const insert = database.prepare(
    `INSERT INTO spans (${spanColumns.join(", ")}) VALUES (${spanColumns.map((name) => `:${name}`).join(", ")})`,
  );
  const counts = new Map<string, number>();
  for (const found of database.prepare("SELECT * FROM original_spans ORDER BY rowid").iterate()) {
    const traceId = String(found.trace_id);
    const count = (counts.get(traceId) ?? 0) + 1;
    counts.set(traceId, count);
    insert.run(upgradedSpan({ ...found, ingest_seq: found.ingest_seq ?? count }, sanitizer));
  }
}

function upgradedSpan(found: Record<string, unknown>, sanitizer: Sanitizer): Record<string, SQLInputValue> {
  const derived: Partial<SpanRow> = derivedFrom(found, sanitizer);
  const entries = spanColumns.map((name): [string, SQLInputValue] => {
    if (name === "ingest_seq") return [name, Number(found.ingest_seq)];
    const stored = found[name];
    const isSafe = name === "id" || name === "trace_id" || name === "parent_id";
    if (typeof stored === "string" && isSafe) return [name, stored];
    // What stood in the file stays; only the raw export is written anew, and masked value by value.
    if (typeof stored === "string" && name !== "raw_json") return [name, sanitizer.text(stored)];
    return [name, derived[name] ?? (typeof stored === "string" ? sanitizer.text(stored) : null)];
  });
  return Object.fromEntries(entries);
}

/** Nothing when there is no raw export that could be read. */
function derivedFrom(found: Record<string, unknown>, sanitizer: Sanitizer): Partial<SpanRow> {
  const raw = parsedJson(found.raw_json);
  if (!isObject(raw) || !isObject(raw.span_data)) return {};
  const span: ExportedSpan = {
    id: String(found.id),
    trace_id: String(found.trace_id),
    parent_id: textOrNull(found.parent_id),
    started_at: textOrNull(found.started_at),
    ended_at: textOrNull(found.ended_at),
    span_data: raw.span_data as JsonObject,
    error: (raw.error ?? null) as JsonObject | null,
  };
  return spanRow(span, sanitizer);
}

function maskMetadata(database: DatabaseSync, sanitizer: Sanitizer): void {
  const update = database.prepare("UPDATE traces SET metadata_json = ? WHERE seq = ?");
  const found = database.prepare("SELECT seq, metadata_json FROM traces WHERE metadata_json IS NOT NULL").all();
  for (const { seq, metadata_json } of found) {
    const metadata = parsedJson(metadata_json);
    if (isObject(metadata)) update.run(JSON.stringify(sanitizer.json(metadata as JsonObject)), Number(seq));
  }
}

function dropIndexes(database: DatabaseSync): void {
  const named = "type = 'index' AND sql IS NOT NULL AND tbl_name IN ('original_traces', 'original_spans')";
  for (const { name } of database.prepare(`SELECT name FROM sqlite_schema WHERE ${named}`).all()) {
    database.exec(`DROP INDEX "${String(name).replaceAll('"', '""')}"`);
  }
}

function columnsOf(database: DatabaseSync, table: string): ReadonlySet<string> {
  return new Set(
    database
      .prepare("SELECT name FROM pragma_table_info(?)")
      .all(table)
      .map(({ name }) => String(name)),
  );
}

function textOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
