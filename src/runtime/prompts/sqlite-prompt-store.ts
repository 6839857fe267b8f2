/**
 * Overrides of prompts in a SQLite file, alone or beside a runtime's tables: what one process overrides, every other
 * renders from then on. The file is opened when it is first needed; its tables begin with `prompt_`.
 */
import { resolve } from "node:path";
import type { DatabaseSync, SQLOutputValue } from "node:sqlite";
import { KigumiError } from "../../errors/kigumi-error.ts";
import { busyTimeoutMs, whenUnlocked } from "../../store/sqlite/lock-wait.ts";
import { openSqliteFile } from "../../store/sqlite/open-sqlite-file.ts";
import { storeError } from "../../store/sqlite/store-error.ts";
import type { PromptOverride, PromptStore } from "./prompt-store.ts";

export interface SqlitePromptStoreOptions {
  /** Made when missing, readable by its owner only. A runtime's own file may be given. */
  readonly file: string;
  /** How long to wait for a lock of another process before failing with `store_locked`. Default 10 seconds. */
  readonly lockTimeoutMs?: number;
}

export interface SqlitePromptStore extends PromptStore {
  [Symbol.asyncDispose](): Promise<void>;
}

export function createSqlitePromptStore({ file, lockTimeoutMs = 10_000 }: SqlitePromptStoreOptions): SqlitePromptStore {
  return new FilePromptStore(resolve(file), lockTimeoutMs);
}

const formatVersion = 1;

const setUp = `
  PRAGMA auto_vacuum = INCREMENTAL;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  BEGIN IMMEDIATE;
  CREATE TABLE IF NOT EXISTS prompt_format (version INTEGER NOT NULL) STRICT;
  INSERT INTO prompt_format SELECT ${formatVersion} WHERE NOT EXISTS (SELECT 1 FROM prompt_format);
  CREATE TABLE IF NOT EXISTS prompt_override (
    id INTEGER PRIMARY KEY,
    prompt_id TEXT NOT NULL,
    scope TEXT NOT NULL,
    template TEXT NOT NULL,
    version TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    metadata TEXT
  ) STRICT;
  CREATE INDEX IF NOT EXISTS prompt_override_of ON prompt_override (prompt_id);
  COMMIT;
`;

class FilePromptStore implements SqlitePromptStore {
  readonly #file: string;
  readonly #lockTimeoutMs: number;
  #database: DatabaseSync | undefined;
  #isClosed = false;

  constructor(file: string, lockTimeoutMs: number) {
    this.#file = file;
    this.#lockTimeoutMs = lockTimeoutMs;
  }

  async add({ promptId, scope, template, version, createdAt, metadata }: PromptOverride): Promise<void> {
    const insert = `
      INSERT INTO prompt_override (prompt_id, scope, template, version, created_at, metadata)
      VALUES (?, ?, ?, ?, ?, ?)`;
    const extra = metadata === undefined ? null : JSON.stringify(metadata);
    await this.#act((database) =>
      database.prepare(insert).run(promptId, JSON.stringify(scope), template, version, createdAt, extra),
    );
  }

  async list(promptId?: string): Promise<readonly PromptOverride[]> {
    const [where, values] = promptId === undefined ? ["", []] : ["WHERE prompt_id = ?", [promptId]];
    const select = `SELECT * FROM prompt_override ${where} ORDER BY id DESC`;
    return this.#act((database) =>
      database
        .prepare(select)
        .all(...values)
        .map(overrideOf),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    this.#database?.close();
    this.#database = undefined;
  }

  async #act<T>(act: (database: DatabaseSync) => T): Promise<T> {
    try {
      return await whenUnlocked(this.#lockTimeoutMs, () => act(this.#open()));
    } catch (cause) {
      throw storeError(this.#file, cause, "prompt store");
    }
  }

  #open(): DatabaseSync {
    if (this.#isClosed) {
      throw new KigumiError({
        code: "store_closed",
        message: "the prompt store was closed; open it again to read or override prompts",
      });
    }
    this.#database ??= openPromptDatabase(this.#file);
    return this.#database;
  }
}

function openPromptDatabase(file: string): DatabaseSync {
  return openSqliteFile({
    file,
    timeoutMs: busyTimeoutMs,
    check: (database) => assertFormat(database, file),
    setUp(database) {
      database.exec(setUp);
      assertFormat(database, file);
    },
  });
}

/** A file without prompts is as good as one with ours. */
function assertFormat(database: DatabaseSync, file: string): void {
  const hasPrompts = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'prompt_format'").get() !== undefined;
  const found = hasPrompts ? database.prepare("SELECT version FROM prompt_format").get()?.version : formatVersion;
  if (found === formatVersion) return;
  throw new KigumiError({
    code: "store_newer",
    message: `the prompts in ${JSON.stringify(file)} have the format ${String(found)}, and this kigumi reads ${formatVersion}; they were left as they are. Use the version of kigumi that wrote them, or a later one`,
    data: { file, version: found },
  });
}

function overrideOf(row: Record<string, SQLOutputValue>): PromptOverride {
  return {
    promptId: String(row.prompt_id),
    scope: JSON.parse(String(row.scope)),
    template: String(row.template),
    version: String(row.version),
    createdAt: Number(row.created_at),
    ...(row.metadata !== null && { metadata: JSON.parse(String(row.metadata)) }),
  };
}
