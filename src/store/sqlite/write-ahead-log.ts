/**
 * Puts a SQLite file into write-ahead mode. Whoever changes the mode reads first and then wants the file alone; when
 * another connection is about to write, SQLite refuses that at once instead of waiting as it does elsewhere. Processes
 * that open a new file together meet there.
 */
import type { DatabaseSync } from "node:sqlite";
import { isLocked } from "./store-error.ts";

/** Each one is lost to a connection that came between; more than this is a file that is never let go. */
const attempts = 100;

export function useWriteAheadLog(database: DatabaseSync): void {
  for (let attempt = 1; ; attempt++) {
    try {
      database.exec("PRAGMA journal_mode = WAL");
      return;
    } catch (cause) {
      if (!isLocked(cause) || attempt === attempts) throw cause;
    }
    // Waits, as long as the connection may, until nobody else has the file.
    database.exec("BEGIN EXCLUSIVE; ROLLBACK");
  }
}
