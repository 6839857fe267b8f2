/**
 * A connection to a trace file, for questions and for upkeep. Opens the file when it is first needed, and waits for a lock
 * between turns of the event loop. Every failure of the file is a `store_…` error, and the file is as it was.
 */
import type { DatabaseSync } from "node:sqlite";
import { createStatements, type Sql } from "../../engine/sqlite/statements.ts";
import { busyTimeoutMs, whenUnlocked } from "../../store/sqlite/lock-wait.ts";
import { inTransaction } from "../../store/sqlite/open-sqlite-file.ts";
import { containsFolded } from "./keywords.ts";
import { openTraceDatabase } from "./open-trace-database.ts";
import { traceStoreError } from "./trace-store-error.ts";

interface OpenDatabase {
  readonly database: DatabaseSync;
  readonly sql: Sql;
}

export class TraceConnection {
  readonly #file: string;
  readonly #lockTimeoutMs: number;
  #open: OpenDatabase | undefined;

  constructor(file: string, lockTimeoutMs: number) {
    this.#file = file;
    this.#lockTimeoutMs = lockTimeoutMs;
  }

  ask<T>(question: (sql: Sql) => T): Promise<T> {
    return this.#whenUnlocked(({ sql }) => question(sql));
  }

  /** All of it or nothing; `act` may be run again when the file was locked. */
  change(act: (sql: Sql) => void): Promise<void> {
    return this.#whenUnlocked(({ database, sql }) => inTransaction(database, () => act(sql)));
  }

  close(): void {
    this.#open?.database.close();
    this.#open = undefined;
  }

  async #whenUnlocked<T>(act: (open: OpenDatabase) => T): Promise<T> {
    try {
      return await whenUnlocked(this.#lockTimeoutMs, () => {
        this.#open ??= this.#connect();
        return act(this.#open);
      });
    } catch (cause) {
      throw traceStoreError(this.#file, cause);
    }
  }

  #connect(): OpenDatabase {
    const database = openTraceDatabase({ file: this.#file, busyTimeoutMs });
    database.function("contains_folded", { deterministic: true }, containsFolded);
    database.exec("CREATE VIRTUAL TABLE temp.span_terms USING fts5vocab(main, span_search, instance)");
    return { database, sql: createStatements(database) };
  }
}
