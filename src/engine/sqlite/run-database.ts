/**
 * The open file: reads that wait for a lock, writes that share commits, and every failure told as a `store_…` error.
 * No transaction outlives a turn of the event loop, so a read never sees what is not yet durable.
 */
import type { DatabaseSync } from "node:sqlite";
import { whenUnlocked } from "../../store/sqlite/lock-wait.ts";
import { storeError } from "../../store/sqlite/store-error.ts";
import { storeClosed } from "../run-log-error.ts";
import { ForeignCommits } from "./foreign-commits.ts";
import { GroupCommit } from "./group-commit.ts";
import { createStatements, type Sql } from "./statements.ts";

const pagesPerStep = 1000;

export class RunDatabase {
  readonly #database: DatabaseSync;
  readonly #file: string;
  readonly #lockTimeoutMs: number;
  readonly #commits: GroupCommit;
  readonly #sql: Sql;
  #isClosed = false;

  constructor(database: DatabaseSync, { file, lockTimeoutMs }: { file: string; lockTimeoutMs: number }) {
    this.#database = database;
    this.#file = file;
    this.#lockTimeoutMs = lockTimeoutMs;
    this.#sql = createStatements(database);
    this.#commits = new GroupCommit(database, this.#sql, { lockTimeoutMs });
  }

  read<T>(act: (sql: Sql) => T): Promise<T> {
    return this.#guarded(() => whenUnlocked(this.#lockTimeoutMs, () => act(this.#sql)));
  }

  /** Durable when this resolves. `act` refuses before it changes anything, and may be run again. */
  write<T>(act: (sql: Sql) => T): Promise<T> {
    return this.#guarded(() => this.#commits.write(() => act(this.#sql)));
  }

  foreignCommits(onCommit: () => void): ForeignCommits {
    return new ForeignCommits(this.#database, onCommit);
  }

  /** Gives the space of what was removed back to the disk, as far as other readers allow. */
  async shrink(): Promise<void> {
    const freePages = (sql: Sql) => Number(sql("PRAGMA freelist_count").get()?.freelist_count);
    for (let before = await this.read(freePages); before > 0; ) {
      await this.write(() => this.#database.exec(`PRAGMA incremental_vacuum(${pagesPerStep})`));
      const after = await this.read(freePages);
      // A file that was made without `auto_vacuum` keeps its free pages, and fills them again.
      if (after >= before) break;
      before = after;
    }
    await this.read((sql) => sql("PRAGMA wal_checkpoint(TRUNCATE)").all());
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#commits.idle();
    this.#database.close();
  }

  async #guarded<T>(act: () => Promise<T>): Promise<T> {
    if (this.#isClosed) throw storeClosed();
    try {
      return await act();
    } catch (cause) {
      throw storeError(this.#file, cause);
    }
  }
}
