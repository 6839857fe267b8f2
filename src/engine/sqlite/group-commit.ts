/**
 * Everything that is written in one turn of the event loop becomes durable in one transaction: a hundred runs share the
 * price of one fsync. A write that fails takes nobody with it, and a promise resolves only after its commit.
 */
import type { DatabaseSync } from "node:sqlite";
import { KigumiError } from "../../errors/kigumi-error.ts";
import { busyTimeoutMs, lockDelayMs } from "../../store/sqlite/lock-wait.ts";
import { isLocked } from "../../store/sqlite/store-error.ts";
import type { Sql } from "./statements.ts";

/** A turn that wrote more than this gives other work a chance between two commits. */
const largestGroup = 1000;
/** Commits of a lonely writer between two looks for company. */
const commitsAlone = 8;

interface Write {
  /** May run again in another transaction. */
  readonly act: () => unknown;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
  waitedMs: number;
}

export class GroupCommit {
  readonly #database: DatabaseSync;
  readonly #sql: Sql;
  readonly #lockTimeoutMs: number;
  readonly #queue: Write[] = [];
  #isScheduled = false;
  #lockedAttempts = 0;
  #commitsAlone = 0;
  readonly #onIdle: (() => void)[] = [];

  constructor(database: DatabaseSync, sql: Sql, { lockTimeoutMs }: { lockTimeoutMs: number }) {
    this.#database = database;
    this.#sql = sql;
    this.#lockTimeoutMs = lockTimeoutMs;
  }

  /**
   * Runs `act` inside the next transaction, after every earlier one, and resolves with what it returned once that is on
   * disk. `act` refuses with a `KigumiError` before it changes anything; any other error undoes what it did.
   */
  write<T>(act: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#queue.push({ act, resolve: (value) => resolve(value as T), reject, waitedMs: 0 });
      if (!this.#isScheduled) this.#schedule();
    });
  }

  /** Resolves when everything asked for so far has been answered. */
  async idle(): Promise<void> {
    if (this.#isScheduled) await new Promise<void>((resolve) => this.#onIdle.push(resolve));
  }

  /**
   * At the end of the turn, with whatever the turn still writes. A writer that was alone last time does not wait for
   * that, since a turn costs a tenth of a commit; but every few commits the loop turns, and others may have come.
   */
  #schedule(): void {
    this.#isScheduled = true;
    if (this.#commitsAlone > 0) queueMicrotask(this.#flush);
    else setImmediate(this.#flush);
  }

  readonly #flush = (): void => {
    this.#isScheduled = false;
    const group = this.#queue.splice(0, largestGroup);
    const lockedOut = this.#commit(group);
    if (group.length > 1) this.#commitsAlone = 0;
    else this.#commitsAlone = this.#commitsAlone === 0 ? commitsAlone : this.#commitsAlone - 1;

    if (lockedOut.length > 0) this.#waitForLock(lockedOut);
    else this.#lockedAttempts = 0;
    if (this.#isScheduled) return;
    if (this.#queue.length > 0) this.#schedule();
    else for (const resolve of this.#onIdle.splice(0)) resolve();
  };

  #waitForLock(lockedOut: readonly Write[]): void {
    this.#queue.unshift(...lockedOut);
    this.#isScheduled = true;
    setTimeout(this.#flush, lockDelayMs(this.#lockedAttempts++));
  }

  /** Answers every write of the group, save those it returns: the file is locked, and they can still wait. */
  #commit(group: readonly Write[]): readonly Write[] {
    try {
      this.#sql("BEGIN IMMEDIATE").run();
    } catch (error) {
      return this.#postpone(group, error);
    }
    try {
      const settlements = group.map(attempt);
      this.#sql("COMMIT").run();
      for (const settle of settlements) settle();
      return [];
    } catch (error) {
      if (!this.#rollBack() || group.length === 1) return rejectAll(group, error);
      return this.#commitEach(group);
    }
  }

  /** After a failed transaction each write stands for itself: the one at fault fails, the others still happen. */
  #commitEach(group: readonly Write[]): readonly Write[] {
    for (const [index, write] of group.entries()) {
      const lockedOut = this.#commit([write]);
      if (lockedOut.length > 0) return group.slice(index);
    }
    return [];
  }

  #postpone(group: readonly Write[], error: unknown): readonly Write[] {
    if (!isLocked(error)) return rejectAll(group, error);
    for (const write of group) write.waitedMs += busyTimeoutMs + lockDelayMs(this.#lockedAttempts);
    const isPatient = (write: Write) => write.waitedMs <= this.#lockTimeoutMs;
    rejectAll(
      group.filter((write) => !isPatient(write)),
      error,
    );
    return group.filter(isPatient);
  }

  /** SQLite undoes some failures by itself. False when the connection is beyond that. */
  #rollBack(): boolean {
    try {
      if (this.#database.isTransaction) this.#sql("ROLLBACK").run();
      return true;
    } catch {
      return false;
    }
  }
}

/** Acts, and returns how to answer once the transaction is on disk. */
function attempt({ act, resolve, reject }: Write): () => void {
  try {
    const value = act();
    return () => resolve(value);
  } catch (error) {
    if (!KigumiError.isInstance(error)) throw error;
    return () => reject(error);
  }
}

function rejectAll(group: readonly Write[], error: unknown): readonly Write[] {
  for (const { reject } of group) reject(error);
  return [];
}
