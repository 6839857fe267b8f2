import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Worker } from "node:worker_threads";
import { afterEach, beforeEach, expect, test } from "vitest";
import { useWriteAheadLog } from "./write-ahead-log.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "kigumi-wal-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Holds a file that is not yet in write-ahead mode, as a process does that is making its tables. */
const holder = `
  const { parentPort, workerData } = require("node:worker_threads");
  const { DatabaseSync } = require("node:sqlite");
  const database = new DatabaseSync(workerData.file);
  database.exec(workerData.hold);
  parentPort.postMessage("held");
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, workerData.ms);
  database.exec("COMMIT");
  database.close();
`;

test.each([
  ["is about to write", "BEGIN IMMEDIATE; CREATE TABLE t (x)"],
  ["writes", "BEGIN EXCLUSIVE; CREATE TABLE t (x)"],
  ["reads", "CREATE TABLE t (x); BEGIN; SELECT * FROM t"],
])("the mode is changed once the connection that %s has let go of the file", async (_, hold) => {
  const file = join(folder, "new.db");
  const worker = new Worker(holder, { eval: true, workerData: { file, hold, ms: 100 } });
  await once(worker, "message");
  const database = new DatabaseSync(file, { timeout: 60_000 });
  useWriteAheadLog(database);
  expect(database.prepare("PRAGMA journal_mode").get()).toEqual({ journal_mode: "wal" });
  database.close();
  await once(worker, "exit");
});

test("a file that is never let go is locked", async () => {
  const file = join(folder, "held.db");
  const held = new DatabaseSync(file);
  held.exec("BEGIN EXCLUSIVE");
  const database = new DatabaseSync(file, { timeout: 5 });
  expect(() => useWriteAheadLog(database)).toThrow("database is locked");
  database.close();
  held.close();
});
