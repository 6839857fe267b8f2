/** Recorded traces in a file: to be asked, and to be forgotten when they are old or too many. */
import type { RetentionLimits } from "../../tool/output/output-store.ts";
import type { SpanQuery, SpanRecord, TraceCapabilities, TraceQuery, TraceRecord, TraceStore } from "../trace-store.ts";
import { findSpans } from "./find-spans.ts";
import { findTraces } from "./find-traces.ts";
import { type PrunedTraces, pruneTraces } from "./prune-traces.ts";
import { spanOfRow, traceOfRow } from "./record-of-row.ts";
import { hasNewcomers, takeInNewcomers } from "./span-derivatives.ts";
import { TraceConnection } from "./trace-connection.ts";
import { traceFile } from "./trace-file.ts";

export interface TraceStoreOptions {
  /** Made when missing, readable by its owner only. */
  readonly file: string;
  /** How long to wait for a lock of another process before failing with `store_locked`. Default 10 seconds. */
  readonly lockTimeoutMs?: number;
  /** What `maxAge` counts back from. Default: the system's clock. */
  readonly now?: () => Date;
}

export interface TraceFileStore extends TraceStore, AsyncDisposable {
  /**
   * Forgets traces whose last span is older than `maxAge` (`"90d"`), then the oldest until the spans of the rest hold no
   * more than `maxBytes`. A trace goes whole. Indexes take about as much again, so the file is larger than that.
   */
  prune(limits: RetentionLimits): Promise<PrunedTraces>;
}

/** What writes to the file is a `SQLiteTracer`. */
export function createTraceStore(options: TraceStoreOptions): TraceFileStore {
  return new SqliteTraceStore(options);
}

const newcomersPerStep = 500;

class SqliteTraceStore implements TraceFileStore {
  readonly #connection: TraceConnection;
  readonly #now: () => Date;

  constructor({ file, lockTimeoutMs = 10_000, now = () => new Date() }: TraceStoreOptions) {
    this.#connection = new TraceConnection(traceFile(file), lockTimeoutMs);
    this.#now = now;
  }

  async searchTraces(query: TraceQuery = {}): Promise<readonly TraceRecord[]> {
    await this.#takeInNewcomers();
    return this.#connection.ask((sql) =>
      findTraces(sql, query)
        .flatMap((seq) => sql(oneTrace("seq")).all(seq))
        .map(traceOfRow),
    );
  }

  async searchSpans(query: SpanQuery = {}): Promise<readonly SpanRecord[]> {
    await this.#takeInNewcomers();
    return this.#connection.ask((sql) =>
      findSpans(sql, query)
        .flatMap((seq) => sql(spansBy("spans.seq = ?")).all(seq))
        .map(spanOfRow),
    );
  }

  async getTrace(traceId: string): Promise<TraceRecord | undefined> {
    await this.#takeInNewcomers();
    const [found] = await this.#connection.ask((sql) => sql(oneTrace("id")).all(traceId).map(traceOfRow));
    return found;
  }

  async getSpan(spanId: string): Promise<SpanRecord | undefined> {
    await this.#takeInNewcomers();
    const [found] = await this.#connection.ask((sql) => sql(spansBy("spans.id = ?")).all(spanId).map(spanOfRow));
    return found;
  }

  getSpansByTrace(traceId: string): Promise<readonly SpanRecord[]> {
    return this.getSpansSince(traceId);
  }

  async getSpansSince(traceId: string, sinceSeq = 0): Promise<readonly SpanRecord[]> {
    await this.#takeInNewcomers();
    const since = spansBy("spans.trace_id = ? AND spans.ingest_seq > ? ORDER BY spans.ingest_seq");
    return this.#connection.ask((sql) => sql(since).all(traceId, sinceSeq).map(spanOfRow));
  }

  capabilities(): TraceCapabilities {
    return { keywords: true, hasToolCall: true, metadataQuery: true, limit: true, since: true };
  }

  async prune(limits: RetentionLimits): Promise<PrunedTraces> {
    await this.#takeInNewcomers();
    return pruneTraces(this.#connection, limits, this.#now());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#connection.close();
  }

  /** What another program has written, and nobody has looked at yet. */
  async #takeInNewcomers(): Promise<void> {
    while (await this.#connection.ask(hasNewcomers)) {
      await this.#connection.change((sql) => takeInNewcomers(sql, newcomersPerStep));
    }
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
