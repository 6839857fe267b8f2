/**
 * The records of one transaction. What many spans share is written once, at the end: the totals of their traces, and the
 * text index, which SQLite would otherwise put on disk span by span.
 */
import type { Sql } from "../../engine/sqlite/statements.ts";
import { isObject, type JsonObject } from "../../json/json.ts";
import { parsedJson } from "../extract/parsed-json.ts";
import type { SpanRow } from "../extract/span-row.ts";
import { exchangeUsage } from "../extract/usage.ts";
import { spanColumns } from "./schema.ts";
import { forget, keepFacts, keepTexts, type SpanText } from "./span-derivatives.ts";
import type { TraceRow } from "./trace-row.ts";

interface UsageChange {
  readonly removed: unknown;
  readonly added: unknown;
}

export class WriteBatch {
  readonly #sql: Sql;
  readonly #texts = new Map<number, SpanText>();
  readonly #usage = new Map<string, UsageChange[]>();

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** What was said first stays. A trace known only from its spans has said nothing yet. */
  writeTrace(trace: TraceRow): void {
    this.#sql(`
      INSERT INTO traces (id, workflow_name, group_id, metadata_json) VALUES (?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET workflow_name = excluded.workflow_name, group_id = excluded.group_id,
        metadata_json = json_patch(coalesce(excluded.metadata_json, '{}'), coalesce(metadata_json, '{}'))
      WHERE workflow_name = id AND workflow_name <> excluded.workflow_name`).run(
      trace.id,
      trace.workflow_name,
      trace.group_id,
      trace.metadata_json,
    );
  }

  /** A span that is the same as it was stays where it is; one that has changed moves to the end. */
  writeSpan(row: SpanRow): void {
    const sql = this.#sql;
    const { trace_id: traceId } = row;
    const before = sql("SELECT seq, raw_json, usage_json FROM spans WHERE id = ?").get(row.id);
    if (before?.raw_json === row.raw_json) return;
    // Asked before the older version goes: whoever follows the trace has to meet the newer one.
    const last = sql("SELECT max(ingest_seq) AS last FROM spans WHERE trace_id = ?").get(traceId)?.last;
    if (before !== undefined) this.#remove(Number(before.seq));
    sql("INSERT OR IGNORE INTO traces (id, workflow_name) VALUES (?, ?)").run(traceId, traceId);
    const { lastInsertRowid } = sql(insertSpan).run({ ...row, ingest_seq: Number(last ?? 0) + 1 });
    const seq = Number(lastInsertRowid);
    keepFacts(sql, seq);
    this.#texts.set(seq, { seq, input: row.input, output: row.output });
    this.#count(traceId, { removed: before?.usage_json ?? null, added: row.usage_json });
  }

  finish(): void {
    for (const [traceId, changes] of this.#usage) this.#writeTotals(traceId, changes);
    keepTexts(this.#sql, this.#texts.values());
  }

  #remove(seq: number): void {
    this.#sql("DELETE FROM spans WHERE seq = ?").run(seq);
    // One of this very batch has nothing in the index yet.
    if (!this.#texts.delete(seq)) forget(this.#sql, seq);
    else this.#sql("DELETE FROM span_facts WHERE seq = ?").run(seq);
  }

  #count(traceId: string, change: UsageChange): void {
    if (change.removed === change.added) return;
    const changes = this.#usage.get(traceId);
    if (changes === undefined) this.#usage.set(traceId, [change]);
    else changes.push(change);
  }

  #writeTotals(traceId: string, changes: readonly UsageChange[]): void {
    const stored = parsedJson(this.#sql("SELECT metadata_json FROM traces WHERE id = ?").get(traceId)?.metadata_json);
    const metadata: JsonObject = isObject(stored) ? (stored as JsonObject) : {};
    const totals = changes.reduce<unknown>(
      (sum, { removed, added }) => exchangeUsage(sum, { removed: parsedJson(removed), added: parsedJson(added) }),
      metadata.usage_total,
    );
    const next = JSON.stringify({ ...metadata, usage_total: totals });
    this.#sql("UPDATE traces SET metadata_json = ? WHERE id = ?").run(next, traceId);
  }
}

const insertSpan = `
  INSERT INTO spans (${spanColumns.join(", ")}) VALUES (${spanColumns.map((name) => `:${name}`).join(", ")})`;
