/**
 * The open file: reads that wait for a lock, writes that share commits, and every failure told as a `store_…` error.
 * No transaction outlives a turn of the event loop, so a read never sees what is not yet durable.
 */
import type { DatabaseSync } from "node:sqlite";
import { giveBackFreePages } from "../../store/sqlite/free-pages.ts";
import { whenUnlocked } from "../../store/sqlite/lock-wait.ts";
import { storeError } from "../../store/sqlite/store-error.ts";
import { storeClosed } from "../run-log-error.ts";
import { ForeignCommits } from "./foreign-commits.ts";
import { GroupCommit } from "./group-commit.ts";
import { createStatements, type Sql } from "./statements.ts";

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
  shrink(): Promise<void> {
    return giveBackFreePages({
      read: (statement) => this.read((sql) => sql(statement).all()),
      write: (statement) => this.write(() => this.#database.exec(statement)),
    });
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
