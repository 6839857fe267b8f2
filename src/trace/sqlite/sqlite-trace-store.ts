/**
 * Recorded traces in a file, to be asked. Opens the file when the first question comes; waits for a lock between turns of
 * the event loop. Every failure of the file is a `store_…` error, and the file is as it was.
 */
import type { DatabaseSync } from "node:sqlite";
import { createStatements, type Sql } from "../../engine/sqlite/statements.ts";
import { busyTimeoutMs, whenUnlocked } from "../../store/sqlite/lock-wait.ts";
import type { SpanQuery, SpanRecord, TraceCapabilities, TraceQuery, TraceRecord, TraceStore } from "../trace-store.ts";
import { findSpans } from "./find-spans.ts";
import { findTraces } from "./find-traces.ts";
import { containsFolded } from "./keywords.ts";
import { openTraceDatabase } from "./open-trace-database.ts";
import { spanOfRow, traceOfRow } from "./record-of-row.ts";
import { hasNewcomers, takeInNewcomers } from "./span-derivatives.ts";
import { traceFile } from "./trace-file.ts";
import { traceStoreError } from "./trace-store-error.ts";

export interface TraceStoreOptions {
  /** Made when missing, readable by its owner only. */
  readonly file: string;
  /** How long to wait for a lock of another process before failing with `store_locked`. Default 10 seconds. */
  readonly lockTimeoutMs?: number;
}

/** For reading only: what writes to the file is a `SQLiteTracer`. */
export function createTraceStore(options: TraceStoreOptions): TraceStore & AsyncDisposable {
  return new SqliteTraceStore(options);
}

const newcomersPerStep = 500;

class SqliteTraceStore implements TraceStore, AsyncDisposable {
  readonly #file: string;
  readonly #lockTimeoutMs: number;
  #open: { readonly database: DatabaseSync; readonly sql: Sql } | undefined;

  constructor({ file, lockTimeoutMs = 10_000 }: TraceStoreOptions) {
    this.#file = traceFile(file);
    this.#lockTimeoutMs = lockTimeoutMs;
  }

  async searchTraces(query: TraceQuery = {}): Promise<readonly TraceRecord[]> {
    await this.#takeInNewcomers();
    return this.#ask((sql) =>
      findTraces(sql, query)
        .flatMap((seq) => sql(oneTrace("seq")).all(seq))
        .map(traceOfRow),
    );
  }

  async searchSpans(query: SpanQuery = {}): Promise<readonly SpanRecord[]> {
    await this.#takeInNewcomers();
    return this.#ask((sql) =>
      findSpans(sql, query)
        .flatMap((seq) => sql(spansBy("spans.seq = ?")).all(seq))
        .map(spanOfRow),
    );
  }

  async getTrace(traceId: string): Promise<TraceRecord | undefined> {
    await this.#takeInNewcomers();
    const [found] = await this.#ask((sql) => sql(oneTrace("id")).all(traceId).map(traceOfRow));
    return found;
  }

  async getSpan(spanId: string): Promise<SpanRecord | undefined> {
    await this.#takeInNewcomers();
    const [found] = await this.#ask((sql) => sql(spansBy("spans.id = ?")).all(spanId).map(spanOfRow));
    return found;
  }

  getSpansByTrace(traceId: string): Promise<readonly SpanRecord[]> {
    return this.getSpansSince(traceId);
  }

  async getSpansSince(traceId: string, sinceSeq = 0): Promise<readonly SpanRecord[]> {
    await this.#takeInNewcomers();
    const since = spansBy("spans.trace_id = ? AND spans.ingest_seq > ? ORDER BY spans.ingest_seq");
    return this.#ask((sql) => sql(since).all(traceId, sinceSeq).map(spanOfRow));
  }

  capabilities(): TraceCapabilities {
    return { keywords: true, hasToolCall: true, metadataQuery: true, limit: true, since: true };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#open?.database.close();
    this.#open = undefined;
  }

  /** What another program has written, and nobody has looked at yet. */
  async #takeInNewcomers(): Promise<void> {
    let isMore = await this.#ask(hasNewcomers);
    while (isMore) isMore = await this.#ask((sql) => this.#takeInSome(sql));
  }

  #takeInSome(sql: Sql): boolean {
    sql("BEGIN IMMEDIATE").run();
    try {
      const isMore = takeInNewcomers(sql, newcomersPerStep);
      sql("COMMIT").run();
      return isMore;
    } catch (error) {
      if (this.#open?.database.isTransaction) sql("ROLLBACK").run();
      throw error;
    }
  }

  async #ask<T>(act: (sql: Sql) => T): Promise<T> {
    try {
      return await whenUnlocked(this.#lockTimeoutMs, () => {
        this.#open ??= this.#connect();
        return act(this.#open.sql);
      });
    } catch (cause) {
      throw traceStoreError(this.#file, cause);
    }
  }

  #connect(): { database: DatabaseSync; sql: Sql } {
    const database = openTraceDatabase({ file: this.#file, busyTimeoutMs });
    database.function("contains_folded", { deterministic: true }, containsFolded);
    database.exec("CREATE VIRTUAL TABLE temp.span_terms USING fts5vocab(main, span_search, instance)");
    return { database, sql: createStatements(database) };
  }
}

function spansBy(condition: string): string {
  return `SELECT spans.*, started_ms, ended_ms FROM spans LEFT JOIN span_facts USING (seq) WHERE ${condition}`;
}

function oneTrace(key: "id" | "seq"): string {
  const ofSpans = (value: string) => `(SELECT ${value} FROM span_facts WHERE trace_id = traces.id)`;
  return `
    SELECT *, ${ofSpans("min(started_ms)")} AS started_ms, ${ofSpans("max(ended_ms)")} AS ended_ms
    FROM traces WHERE ${key} = ?`;
}
