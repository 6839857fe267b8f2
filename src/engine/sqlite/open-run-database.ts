/**
 * Opens the file a run log lives in, and makes its tables when it is new. A file of somebody else, or of a later
 * kigumi, is refused before anything is written to it. What is made here is readable by its owner only.
 */
import { existsSync, statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { KigumiError } from "../../errors/kigumi-error.ts";
import { createPrivately } from "../../store/create-privately.ts";
import { busyTimeoutMs } from "./lock-wait.ts";
import { applicationId, formatVersion, schemaSql } from "./schema.ts";
import { isReadOnly, storeError } from "./store-error.ts";

export interface OpenOptions {
  readonly file: string;
  readonly synchronous: "FULL" | "NORMAL";
  readonly lockTimeoutMs: number;
  readonly maxFileBytes?: number;
}

export function openRunDatabase(options: OpenOptions): DatabaseSync {
  const { file, lockTimeoutMs } = options;
  let database: DatabaseSync | undefined;
  try {
    createPrivately(file);
    refuseUntouched(file, lockTimeoutMs);
    database = open(file, { timeout: lockTimeoutMs });
    setUp(database, options);
    return database;
  } catch (cause) {
    database?.close();
    throw storeError(file, cause);
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
function refuseUntouched(file: string, timeout: number): void {
  if (statSync(file).size === 0) return;
  let database: DatabaseSync | undefined;
  try {
    database = open(file, { timeout, readOnly: existsSync(`${file}-wal`) });
    formatOf(database, file);
  } catch (cause) {
    // A process that died left work that only a writer may finish; the writer then looks again.
    if (!isReadOnly(cause)) throw cause;
  } finally {
    database?.close();
  }
}

function setUp(database: DatabaseSync, { file, synchronous, maxFileBytes }: OpenOptions): void {
  // `auto_vacuum` only takes effect in a file without tables, and so has to come first. `fullfsync` is for macOS, where
  // a plain fsync leaves data in the drive's cache. A log of 16 MB before it is written into the file, and not of 4: runs
  // that go on side by side change the same pages over and over, and each is then written once where it was four times.
  database.exec(`
    PRAGMA auto_vacuum = INCREMENTAL;
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = ${synchronous};
    PRAGMA fullfsync = ${synchronous === "FULL" ? "ON" : "OFF"};
    PRAGMA wal_autocheckpoint = 4000;
    PRAGMA journal_size_limit = 67108864;
  `);
  if (formatOf(database, file) === 0) createTables(database, file);
  if (maxFileBytes !== undefined) {
    const pageSize = Number(database.prepare("PRAGMA page_size").get()?.page_size);
    database.exec(`PRAGMA max_page_count = ${Math.max(1, Math.floor(maxFileBytes / pageSize))}`);
  }
  database.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
}

function createTables(database: DatabaseSync, file: string): void {
  database.exec("BEGIN IMMEDIATE");
  try {
    // Another process may have been faster.
    if (formatOf(database, file) === 0) database.exec(schemaSql);
    database.exec("COMMIT");
  } catch (error) {
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}

/** The format of the tables in the file, 0 when they have yet to be made; throws for a file that is not for us. */
function formatOf(database: DatabaseSync, file: string): number {
  const owner = Number(database.prepare("PRAGMA application_id").get()?.application_id);
  const version = Number(database.prepare("PRAGMA user_version").get()?.user_version);
  if (owner === 0 && version === 0 && !hasForeignTables(database)) return 0;
  if (owner !== applicationId) {
    throw new KigumiError({
      code: "store_not_ours",
      message: `${JSON.stringify(file)} is a SQLite file of another program; it was left as it is. Give a file of its own to the run log`,
      data: { file },
    });
  }
  if (version > formatVersion) {
    throw new KigumiError({
      code: "store_newer",
      message: `the run log ${JSON.stringify(file)} has format ${version}, and this kigumi reads up to ${formatVersion}; it was left as it is. Use the version of kigumi that wrote it, or a later one`,
      data: { file, version },
    });
  }
  return version;
}

/** An output store or a prompt store may have made the file before; their tables say so by their names. */
function hasForeignTables(database: DatabaseSync): boolean {
  const ours = ["output_*", "prompt_*", "sqlite_*"].map((names) => `name NOT GLOB '${names}'`);
  const foreign = ["type = 'table'", ...ours].join(" AND ");
  return database.prepare(`SELECT 1 FROM sqlite_schema WHERE ${foreign} LIMIT 1`).get() !== undefined;
}
