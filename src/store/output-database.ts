/**
 * Opens the SQLite file that outputs live in and makes its tables. Names begin with `output_`, and the format's version
 * has its own table, because the file may also be a runtime's. A file made here is readable by its owner only.
 */
import type { DatabaseSync } from "node:sqlite";
import { KigumiError } from "../errors/kigumi-error.ts";
import { createPrivately } from "./create-privately.ts";
import { useWriteAheadLog } from "./sqlite/write-ahead-log.ts";
import { storageFailure } from "./storage-failure.ts";

const version = 1;

const schemaSql = `
  PRAGMA synchronous = NORMAL;
  BEGIN IMMEDIATE;
  CREATE TABLE IF NOT EXISTS output_format (version INTEGER NOT NULL);
  INSERT INTO output_format SELECT ${version} WHERE NOT EXISTS (SELECT 1 FROM output_format);

  -- A blob has no hash while it is being written.
  CREATE TABLE IF NOT EXISTS output_blobs (
    id INTEGER PRIMARY KEY,
    hash TEXT UNIQUE,
    byte_size INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL
  );
  CREATE TABLE IF NOT EXISTS output_chunks (
    blob_id INTEGER NOT NULL REFERENCES output_blobs ON DELETE CASCADE,
    byte_offset INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    PRIMARY KEY (blob_id, byte_offset)
  );
  CREATE TABLE IF NOT EXISTS output_refs (
    run_id TEXT NOT NULL,
    id TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    text_hash TEXT NOT NULL,
    byte_size INTEGER NOT NULL,
    line_count INTEGER NOT NULL,
    checkpoints TEXT NOT NULL,
    parts_hash TEXT,
    parts_byte_size INTEGER,
    PRIMARY KEY (run_id, id)
  );
  COMMIT;
`;

export function openOutputDatabase(file: string): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    if (file !== ":memory:") createPrivately(file);
    // Not imported: on some Node versions loading the module prints a warning, which only its users should see.
    const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
    database = new DatabaseSync(file, { timeout: 10_000 });
    // `auto_vacuum` only takes effect in a file without tables, and so has to come first.
    database.exec("PRAGMA auto_vacuum = INCREMENTAL");
    useWriteAheadLog(database);
    database.exec(schemaSql);
    assertVersion(database.prepare("SELECT version FROM output_format").get()?.version);
    return database;
  } catch (cause) {
    database?.close();
    throw storageFailure("the SQLite file for outputs could not be opened", cause);
  }
}

function assertVersion(found: unknown): void {
  if (found === version) return;
  throw new KigumiError({
    code: "output_format_unknown",
    message: `the outputs in this file have the format ${String(found)}; this version of kigumi reads format ${version}. Use the version that wrote it`,
  });
}
