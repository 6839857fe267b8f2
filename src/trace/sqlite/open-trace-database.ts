/**
 * Opens the file traces live in: makes its tables when it is new, upgrades a file of kantan-llm. A file of somebody
 * else, or of a later kigumi, is refused before anything is written to it. What is made is readable by its owner only.
 */
import type { DatabaseSync } from "node:sqlite";
import { KigumiError } from "../../errors/kigumi-error.ts";
import { inTransaction, limitFileSize, openSqliteFile } from "../../store/sqlite/open-sqlite-file.ts";
import { useWriteAheadLog } from "../../store/sqlite/write-ahead-log.ts";
import { Sanitizer } from "../sanitize/sanitizer.ts";
import { applicationId, formatVersion, schemaSql } from "./schema.ts";
import { isOriginal, upgradeOriginal } from "./upgrade-original.ts";

export interface OpenTraceOptions {
  readonly file: string;
  /** How long SQLite may wait for a lock, blocking its thread. */
  readonly busyTimeoutMs: number;
  /** The file does not grow beyond this: what no longer fits fails with `store_full`. */
  readonly maxFileBytes?: number | undefined;
  /** For an upgrade: what the original left unmasked. */
  readonly sanitizer?: Sanitizer;
}

/** Throws what SQLite says, as it says it: whether to wait for a lock is for the caller to decide. */
export function openTraceDatabase(options: OpenTraceOptions): DatabaseSync {
  const { file, busyTimeoutMs } = options;
  return openSqliteFile({
    file,
    timeoutMs: busyTimeoutMs,
    check: (database) => contentOf(database, file),
    setUp: (database) => setUp(database, options),
  });
}

function setUp(database: DatabaseSync, { file, maxFileBytes, sanitizer = new Sanitizer() }: OpenTraceOptions): void {
  // `auto_vacuum` only takes effect in a file without tables, and so has to come first.
  // What was traced a moment before the machine (not the process) stops may be lost; waiting for the disk is not.
  database.exec("PRAGMA auto_vacuum = INCREMENTAL");
  useWriteAheadLog(database);
  database.exec(`
    PRAGMA synchronous = NORMAL;
    PRAGMA journal_size_limit = 67108864;
    PRAGMA cache_size = -65536;
  `);
  limitFileSize(database, maxFileBytes);
  if (contentOf(database, file) === "ours") return;
  inTransaction(database, () => {
    // Another process may have been faster.
    const content = contentOf(database, file);
    if (content === "original") upgradeOriginal(database, sanitizer);
    else if (content === "nothing") database.exec(schemaSql);
  });
}

type Content = "nothing" | "original" | "ours";

function contentOf(database: DatabaseSync, file: string): Content {
  // Before the marks: another process may commit both between two looks, and what is ours must not look foreign then.
  const isEmpty = database.prepare("SELECT 1 FROM sqlite_schema LIMIT 1").get() === undefined;
  const isToUpgrade = isOriginal(database);
  const owner = Number(database.prepare("PRAGMA application_id").get()?.application_id);
  const version = Number(database.prepare("PRAGMA user_version").get()?.user_version);
  if (owner === applicationId && version > formatVersion) {
    throw new KigumiError({
      code: "store_newer",
      message: `the trace store ${JSON.stringify(file)} has format ${version}, and this kigumi reads up to ${formatVersion}; it was left as it is. Use the version of kigumi that wrote it, or a later one`,
      data: { file, version },
    });
  }
  if (owner === applicationId) return "ours";
  if (owner === 0 && isEmpty) return "nothing";
  if (owner === 0 && isToUpgrade) return "original";
  throw new KigumiError({
    code: "store_not_ours",
    message: `${JSON.stringify(file)} is a SQLite file of another program; it was left as it is. Give traces a file of their own`,
    data: { file },
  });
}
