/**
 * Writes records to the file, a batch in a transaction: a span, what it adds to its trace's totals and what searches
 * need are stored together or not at all. Writing a record again changes nothing, so a batch may be handed over twice.
 */
import type { DatabaseSync } from "node:sqlite";
import { createStatements, type Sql } from "../../engine/sqlite/statements.ts";
import { messageOf } from "../../errors/kigumi-error.ts";
import { inTransaction } from "../../store/sqlite/open-sqlite-file.ts";
import { Sanitizer, type SanitizerOptions } from "../sanitize/sanitizer.ts";
import type { TraceRecordText } from "../trace-record.ts";
import { openTraceDatabase } from "./open-trace-database.ts";
import { takeInNewcomers } from "./span-derivatives.ts";
import { type Row, rowOf } from "./trace-row.ts";
import { isFailureOfFile, traceStoreError } from "./trace-store-error.ts";
import { WriteBatch } from "./write-batch.ts";

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

const newcomersPerStep = 1000;

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
    const refused: string[] = [];
    const rows = records.flatMap((record) => {
      try {
        return [rowOf(record, this.#sanitizer)];
      } catch (error) {
        refused.push(messageOf(error));
        return [];
      }
    });
    this.#store(rows, refused);
    return { refused };
  }

  close(): void {
    this.#open?.database.close();
    this.#open = undefined;
  }

  /** A row that the file will not take, one longer than SQLite allows for example, does not take the others with it. */
  #store(rows: readonly Row[], refused: string[]): void {
    let current: Row | undefined;
    try {
      this.#transaction((sql) => {
        // What another program wrote comes first: the order of `seq` is the order in which spans are taken in.
        while (takeInNewcomers(sql, newcomersPerStep));
        const batch = new WriteBatch(sql);
        for (const row of rows) {
          current = row;
          if (row.type === "trace") batch.writeTrace(row.row);
          else batch.writeSpan(row.row);
        }
        current = undefined;
        batch.finish();
      });
    } catch (cause) {
      if (current === undefined || isFailureOfFile(cause)) throw traceStoreError(this.#options.file, cause);
      refused.push(messageOf(cause));
      this.#store(
        rows.filter((row) => row !== current),
        refused,
      );
    }
  }

  #transaction(act: (sql: Sql) => void): void {
    this.#open ??= this.#connect();
    const { database, sql } = this.#open;
    inTransaction(database, () => act(sql));
  }

  #connect(): { database: DatabaseSync; sql: Sql } {
    const database = openTraceDatabase({ ...this.#options, sanitizer: this.#sanitizer });
    return { database, sql: createStatements(database) };
  }
}
