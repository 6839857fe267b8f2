/**
 * Opens the file a run log lives in, and makes its tables when it is new. A file of somebody else, or of a later
 * kigumi, is refused before anything is written to it. What is made here is readable by its owner only.
 */
import type { DatabaseSync } from "node:sqlite";
import { KigumiError } from "../../errors/kigumi-error.ts";
import { busyTimeoutMs } from "../../store/sqlite/lock-wait.ts";
import { inTransaction, limitFileSize, openSqliteFile } from "../../store/sqlite/open-sqlite-file.ts";
import { storeError } from "../../store/sqlite/store-error.ts";
import { useWriteAheadLog } from "../../store/sqlite/write-ahead-log.ts";
import { applicationId, formatVersion, schemaSql, upgradesSql } from "./schema.ts";

export interface OpenOptions {
  readonly file: string;
  readonly synchronous: "FULL" | "NORMAL";
  readonly lockTimeoutMs: number;
  readonly maxFileBytes?: number;
}

export function openRunDatabase(options: OpenOptions): DatabaseSync {
  const { file, lockTimeoutMs } = options;
  try {
    return openSqliteFile({
      file,
      timeoutMs: lockTimeoutMs,
      check: (database) => formatOf(database, file),
      setUp: (database) => setUp(database, options),
    });
  } catch (cause) {
    throw storeError(file, cause);
  }
}

function setUp(database: DatabaseSync, { file, synchronous, maxFileBytes }: OpenOptions): void {
  // `auto_vacuum` only takes effect in a file without tables, and so has to come first. `fullfsync` is for macOS, where
  // a plain fsync leaves data in the drive's cache. The log beside the file keeps SQLite's own length before it is written
  // into the file and begun anew: a longer one is not overwritten but grows, and syncing a file that grows costs twice.
  database.exec("PRAGMA auto_vacuum = INCREMENTAL");
  useWriteAheadLog(database);
  database.exec(`
    PRAGMA synchronous = ${synchronous};
    PRAGMA fullfsync = ${synchronous === "FULL" ? "ON" : "OFF"};
    PRAGMA journal_size_limit = 67108864;
  `);
  while (formatOf(database, file) < formatVersion) {
    inTransaction(database, () => {
      // Another process may have been faster.
      const format = formatOf(database, file);
      if (format === formatVersion) return;
      const step = format === 0 ? schemaSql : upgradesSql[format];
      if (step === undefined) throw new Error(`there is no way from format ${format} to ${formatVersion}`);
      database.exec(step);
    });
  }
  limitFileSize(database, maxFileBytes);
  database.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
}

/** The format of the tables in the file, 0 when they have yet to be made; throws for a file that is not for us. */
function formatOf(database: DatabaseSync, file: string): number {
  // In this order: another process may commit all three between two looks, and what is ours must not look foreign then.
  const isForeign = hasForeignTables(database);
  const version = Number(database.prepare("PRAGMA user_version").get()?.user_version);
  const owner = Number(database.prepare("PRAGMA application_id").get()?.application_id);
  if (owner === 0 && version === 0 && !isForeign) return 0;
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
