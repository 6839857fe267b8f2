import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { RunEvent } from "../run/event.ts";
import { encodeEvents } from "./encoded-event.ts";
import { endOfRun, type RunTail } from "./end-of-run.ts";
import { MemoryRun } from "./memory/memory-run.ts";
import { RunChanges } from "./run-changes.ts";
import type { NextMove } from "./run-log.ts";
import { openRunDatabase } from "./sqlite/open-run-database.ts";
import { insertRun, readTail } from "./sqlite/run-table.ts";
import { createStatements } from "./sqlite/statements.ts";

const run = { runId: "r", agentId: "a", labels: {}, createdAt: 1 };

test("nothing of a run that came to rest is held: it is read from its beginning again", async () => {
  const changes = new RunChanges();
  const asked: number[] = [];
  const tails: (RunTail | undefined)[] = [
    { events: [note(1), note(2)], lastEventId: 2, hasEnded: false },
    undefined,
    undefined,
    { events: [note(1), note(2), note(3)], lastEventId: 3, hasEnded: true },
  ];
  const end = endOfRun("r", { types: ["planner_note"] }, changes, async (after) => {
    asked.push(after);
    setImmediate(() => changes.anyChanged());
    return tails[asked.length - 1];
  });
  expect((await end).map(({ id }) => id)).toEqual([1, 2, 3]);
  expect(asked).toEqual([0, 2, 0, 0]);
});

test.each<[what: string, next: NextMove, isTold: boolean]>([
  ["waits to be driven", { status: "pending", isRunnable: true }, true],
  ["is driven, with a limit to its time", { status: "running", isRunnable: true, wakeAt: 90 }, true],
  ["is over", { status: "completed", isRunnable: false }, true],
  ["waits for a person", { status: "paused", isRunnable: false }, false],
  ["waits for a time", { status: "paused", isRunnable: false, wakeAt: 90 }, false],
])("both logs say the same of what there is to tell of a run that %s", (_, next, isTold) => {
  const events = encodeEvents("r", 0, [note(1)]);
  const told = isTold ? { events: [note(1)], lastEventId: 1, hasEnded: next.status === "completed" } : undefined;
  expect(new MemoryRun(run, events, next).tail({ after: 0 })).toEqual(told);
  const database = openRunDatabase({ file: temporaryFile(), synchronous: "NORMAL", lockTimeoutMs: 100 });
  const sql = createStatements(database);
  insertRun(sql, run, events, next);
  expect(readTail(sql, "r", { after: 0 })).toEqual(told);
  database.close();
});

function note(id: number): RunEvent {
  return { id, v: 1, type: "planner_note", at: id, runId: "r", agentId: "a", text: "" };
}

function temporaryFile(): string {
  const folder = mkdtempSync(join(tmpdir(), "kigumi-watch-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, "runs.db");
}
