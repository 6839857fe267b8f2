/**
 * Notices what other connections commit to the file, in this process or another. One cheap question a few dozen times a
 * second, asked only while somebody listens, by a timer that keeps the process alive only while somebody waits for a run.
 */
import type { DatabaseSync } from "node:sqlite";
import type { Listening } from "../run-changes.ts";
import { createStatements, type Sql } from "./statements.ts";

const pollEveryMs = 25;

export class ForeignCommits {
  readonly #sql: Sql;
  readonly #onCommit: () => void;
  #timer: NodeJS.Timeout | undefined;
  #version: number | undefined;

  constructor(database: DatabaseSync, onCommit: () => void) {
    this.#sql = createStatements(database);
    this.#onCommit = onCommit;
  }

  listen(listening: Listening): void {
    if (listening === "nobody") {
      clearInterval(this.#timer);
      this.#timer = undefined;
      return;
    }
    if (this.#timer === undefined) {
      this.#version = this.#currentVersion();
      this.#timer = setInterval(() => this.#poll(), pollEveryMs);
    }
    if (listening === "watched") this.#timer.ref();
    else this.#timer.unref();
  }

  #poll(): void {
    const version = this.#currentVersion();
    if (version !== undefined && version === this.#version) return;
    this.#version = version;
    this.#onCommit();
  }

  /** Undefined when the file cannot be asked: whoever listens then looks, and meets the error where it can be told. */
  #currentVersion(): number | undefined {
    try {
      return Number(this.#sql("PRAGMA data_version").get()?.data_version);
    } catch {
      return undefined;
    }
  }
}
