import { writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { temporaryFile, toolSpan } from "../testing/spans.ts";
import { spanRecord } from "../trace-record.ts";
import { createTraceStore } from "./sqlite-trace-store.ts";
import { WorkerSink } from "./worker-sink.ts";

/** Written when the test runs: its folder is made and removed with the test. */
const moduleWith = (code: string) => () => {
  const path = temporaryFile("worker.mjs");
  writeFileSync(path, code);
  return pathToFileURL(path);
};

test.each<[string, () => URL]>([
  ["is missing", () => pathToFileURL(temporaryFile("nowhere.mjs"))],
  [
    "cannot be named",
    () => {
      throw new Error("not installed");
    },
  ],
  [
    "dies while it works",
    moduleWith('import { parentPort } from "node:worker_threads"; parentPort.on("message", () => process.exit(1));'),
  ],
  ["throws", moduleWith('throw new Error("no");')],
])("a thread whose module %s costs no record: this thread writes instead", async (_, module) => {
  const file = temporaryFile();
  const sink = new WorkerSink({ file }, module);
  expect(await sink.write([spanRecord(toolSpan("one")), spanRecord(toolSpan("two"))])).toEqual({ refused: [] });
  expect(sink.isOffThread).toBe(false);
  await sink.write([spanRecord(toolSpan("three"))]);
  await sink.close();
  await using store = createTraceStore({ file });
  expect(await store.searchSpans()).toHaveLength(3);
});

test("a record that SQLite will not take is refused alone, and the others are stored", async () => {
  const file = temporaryFile();
  const sink = new WorkerSink({ file });
  const { refused } = await sink.write([spanRecord(toolSpan("one")), "no JSON", spanRecord(toolSpan("two"))]);
  await sink.close();
  expect(refused).toEqual([expect.stringContaining("JSON")]);
  await using store = createTraceStore({ file });
  expect(await store.searchSpans()).toHaveLength(2);
});
