/**
 * Opens a SQLite file of ours, which is made when it is missing and readable by its owner only. A file that `check`
 * refuses is refused before anything is written to it or beside it.
 */
import { existsSync, statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { createPrivately } from "../create-privately.ts";
import { isReadOnly } from "./store-error.ts";

export interface OpenSqliteFileOptions {
  readonly file: string;
  /** How long SQLite may wait for a lock, blocking its thread. */
  readonly timeoutMs: number;
  /** Throws for a file that is not for us. */
  readonly check: (database: DatabaseSync) => unknown;
  readonly setUp: (database: DatabaseSync) => void;
}

/** Throws what SQLite says, as it says it: what that means is for the caller to tell. */
export function openSqliteFile({ file, timeoutMs, check, setUp }: OpenSqliteFileOptions): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    createPrivately(file);
    checkUntouched(file, timeoutMs, check);
    database = open(file, { timeout: timeoutMs });
    setUp(database);
    return database;
  } catch (error) {
    database?.close();
    throw error;
  }
}

/** The file does not grow beyond this: what no longer fits fails with `store_full`. */
export function limitFileSize(database: DatabaseSync, maxFileBytes: number | undefined): void {
  if (maxFileBytes === undefined) return;
  const pageSize = Number(database.prepare("PRAGMA page_size").get()?.page_size);
  database.exec(`PRAGMA max_page_count = ${Math.max(1, Math.floor(maxFileBytes / pageSize))}`);
}

/** All of it or nothing, and nobody else writes meanwhile. */
export function inTransaction<T>(database: DatabaseSync, act: () => T): T {
  database.exec("BEGIN IMMEDIATE");
  try {
    const result = act();
    database.exec("COMMIT");
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}

// Not imported: on some Node versions loading the module prints a warning, which only its users should see.
function open(file: string, options: { timeout: number; readOnly?: boolean }): DatabaseSync {
  const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
  return new DatabaseSync(file, options);
}

/**
 * Looks without leaving a trace. Beside an unfinished log an ordinary connection would write that into the file when it
 * is closed; without one, a connection that cannot write would leave an empty log behind.
 */
function checkUntouched(file: string, timeout: number, check: (database: DatabaseSync) => unknown): void {
  if (statSync(file).size === 0) return;
  let database: DatabaseSync | undefined;
  try {
    database = open(file, { timeout, readOnly: existsSync(`${file}-wal`) });
    check(database);
  } catch (cause) {
    // A process that died left work that only a writer may finish; the writer then looks again.
    if (!isReadOnly(cause)) throw cause;
  } finally {
    database?.close();
  }
}
