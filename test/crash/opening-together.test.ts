/** A file that several open at the same moment: one makes its tables or brings them up to date, and all of them get it. */
import { once } from "node:events";
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";

const ROUNDS = 120;
const OPENERS = 3;

/** Opens file after file, each at the moment at which all the others do; says what went wrong. */
const opener = `
  const { parentPort, workerData } = require("node:worker_threads");
  const { module, openers, files, ready } = workerData;
  const arrived = new Int32Array(ready);
  (async () => {
    const { createSqliteRunLog } = await import(module);
    const problems = [];
    for (const [round, file] of files.entries()) {
      Atomics.add(arrived, round, 1);
      while (Atomics.load(arrived, round) < openers);
      try {
        await createSqliteRunLog({ file })[Symbol.asyncDispose]();
      } catch (error) {
        problems.push(error.code + ": " + error.message);
      }
    }
    parentPort.postMessage(problems);
  })();
`;

test("threads that open new run logs together all get them", async () => {
  expect(await openTogether(() => {})).toEqual([]);
});

test("threads that open run logs of an older format together all get them, brought up to date once", async () => {
  const sql = readFileSync(new URL("../fixtures/run-log-format-1.sql", import.meta.url), "utf8");
  const problems = await openTogether((files) => {
    const [first = "", ...others] = files;
    using database = new DatabaseSync(first);
    database.exec(sql);
    for (const file of others) copyFileSync(first, file);
  });
  expect(problems).toEqual([]);
});

/** What went wrong for anybody who opened one of the files. */
async function openTogether(prepare: (files: readonly string[]) => void): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), "kigumi-together-"));
  try {
    const files = Array.from({ length: ROUNDS }, (_, round) => join(folder, `${round}.db`));
    prepare(files);
    const ready = new SharedArrayBuffer(ROUNDS * Int32Array.BYTES_PER_ELEMENT);
    const module = new URL("../../src/engine/sqlite/index.ts", import.meta.url).href;
    const workers = Array.from(
      { length: OPENERS },
      () => new Worker(opener, { eval: true, workerData: { module, openers: OPENERS, files, ready } }),
    );
    const problems = await Promise.all(workers.map(async (worker) => (await once(worker, "message"))[0]));
    return problems.flat();
  } finally {
    rmSync(folder, { recursive: true });
  }
}
