/**
 * Writes records to the file, a batch in a transaction: a span, what it adds to its trace's totals and what searches
 * need are stored together or not at all. Writing a record again changes nothing, so a batch may be handed over twice.
 */
import type { DatabaseSync } from "node:sqlite";
import { createStatements, type Sql } from "../../engine/sqlite/statements.ts";
import { messageOf } from "../../errors/kigumi-error.ts";
import { isObject, type JsonObject } from "../../json/json.ts";
import type { ExportedSpan, ExportedTrace } from "../extract/exported-span.ts";
import { parsedJson } from "../extract/parsed-json.ts";
import { spanRow } from "../extract/span-row.ts";
import { exchangeUsage } from "../extract/usage.ts";
import { Sanitizer, type SanitizerOptions } from "../sanitize/sanitizer.ts";
import { readRecord, type TraceRecordText } from "../trace-record.ts";
import { openTraceDatabase } from "./open-trace-database.ts";
import { spanColumns } from "./schema.ts";
import { forget, takeIn, takeInNewcomers } from "./span-derivatives.ts";
import { isFailureOfFile, traceStoreError } from "./trace-store-error.ts";

/** The file, and what may be stored in it. */
export interface TraceFileOptions extends SanitizerOptions {
  readonly file: string;
  /** The file does not grow beyond this; what no longer fits waits. */
  readonly maxFileBytes?: number | undefined;
}

export interface TraceWriterOptions extends TraceFileOptions {
  /** How long to wait for another process's lock, blocking this thread. */
  readonly busyTimeoutMs: number;
}

export interface WriteOutcome {
  /** Why records could not be stored that no second attempt would store either. */
  readonly refused: readonly string[];
}

const newcomersPerBatch = 1000;

export class TraceWriter {
  readonly #options: TraceWriterOptions;
  readonly #sanitizer: Sanitizer;
  #open: { readonly database: DatabaseSync; readonly sql: Sql } | undefined;

  constructor(options: TraceWriterOptions) {
    this.#options = options;
    this.#sanitizer = new Sanitizer(options);
  }

  /** Throws a `store_…` error when the file cannot be written now; nothing of the batch is stored then. */
  write(records: readonly TraceRecordText[]): WriteOutcome {
    try {
      return this.#transaction((sql) => {
        // What another program wrote comes first: the order of `seq` is the order in which spans are taken in.
        while (takeInNewcomers(sql, newcomersPerBatch));
        return { refused: records.flatMap((record) => this.#writeOne(sql, record)) };
      });
    } catch (cause) {
      throw traceStoreError(this.#options.file, cause);
    }
  }

  close(): void {
    this.#open?.database.close();
    this.#open = undefined;
  }

  #transaction<T>(act: (sql: Sql) => T): T {
    this.#open ??= this.#connect();
    const { database, sql } = this.#open;
    database.exec("BEGIN IMMEDIATE");
    try {
      const result = act(sql);
      database.exec("COMMIT");
      return result;
    } catch (error) {
      if (database.isTransaction) database.exec("ROLLBACK");
      throw error;
    }
  }

  #connect(): { database: DatabaseSync; sql: Sql } {
    const database = openTraceDatabase({ ...this.#options, sanitizer: this.#sanitizer });
    return { database, sql: createStatements(database) };
  }

  /** A record that cannot be stored, one longer than SQLite takes for example, does not take the others with it. */
  #writeOne(sql: Sql, text: TraceRecordText): string[] {
    sql("SAVEPOINT one").run();
    try {
      const record = readRecord(text);
      if (record.type === "trace") this.#writeTrace(sql, record.trace);
      else this.#writeSpan(sql, record.span);
      return [];
    } catch (error) {
      if (isFailureOfFile(error)) throw error;
      sql("ROLLBACK TO one").run();
      return [messageOf(error)];
    } finally {
      if (this.#open?.database.isTransaction) sql("RELEASE one").run();
    }
  }

  /** What was said first stays. A trace known only from its spans has said nothing yet. */
  #writeTrace(sql: Sql, trace: ExportedTrace): void {
    const metadata = trace.metadata === null ? null : JSON.stringify(this.#sanitizer.json(trace.metadata));
    sql(`
      INSERT INTO traces (id, workflow_name, group_id, metadata_json) VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT (id) DO UPDATE SET workflow_name = ?2, group_id = ?3,
        metadata_json = json_patch(coalesce(?4, '{}'), coalesce(metadata_json, '{}'))
      WHERE workflow_name = id AND workflow_name <> ?2`).run(
      trace.id,
      this.#sanitizer.text(trace.workflow_name),
      trace.group_id === null ? null : this.#sanitizer.text(trace.group_id),
      metadata,
    );
  }

  #writeSpan(sql: Sql, exported: ExportedSpan): void {
    const row = spanRow(exported, this.#sanitizer);
    const before = sql("SELECT seq, raw_json, usage_json FROM spans WHERE id = ?").get(row.id);
    if (before?.raw_json === row.raw_json) return;
    const traceId = row.trace_id;
    // Asked before the older version goes: whoever follows the trace has to meet the newer one.
    const last = sql("SELECT max(ingest_seq) AS last FROM spans WHERE trace_id = ?").get(traceId)?.last;
    if (before !== undefined) {
      forget(sql, Number(before.seq));
      sql("DELETE FROM spans WHERE seq = ?").run(Number(before.seq));
    }
    sql("INSERT OR IGNORE INTO traces (id, workflow_name) VALUES (?1, ?1)").run(traceId);
    const { lastInsertRowid } = sql(insertSpan).run({ ...row, ingest_seq: Number(last ?? 0) + 1 });
    takeIn(sql, { seq: Number(lastInsertRowid), input: row.input, output: row.output });
    if (row.usage_json !== (before?.usage_json ?? null)) {
      countUsage(sql, traceId, { removed: before?.usage_json, added: row.usage_json });
    }
  }
}

const insertSpan = `
  INSERT INTO spans (${spanColumns.join(", ")}) VALUES (${spanColumns.map((name) => `:${name}`).join(", ")})`;

function countUsage(sql: Sql, traceId: string, { removed, added }: { removed: unknown; added: unknown }): void {
  const stored = parsedJson(sql("SELECT metadata_json FROM traces WHERE id = ?").get(traceId)?.metadata_json);
  const metadata: JsonObject = isObject(stored) ? (stored as JsonObject) : {};
  const totals = exchangeUsage(metadata.usage_total, { removed: parsedJson(removed), added: parsedJson(added) });
  const next = JSON.stringify({ ...metadata, usage_total: totals });
  sql("UPDATE traces SET metadata_json = ? WHERE id = ?").run(next, traceId);
}
