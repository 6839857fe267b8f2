import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { RunEvent } from "../../run/event.ts";
import type { NextMove } from "../run-log.ts";
import { createSqliteRunLog, type SqliteRunLog } from "./index.ts";

const runnable: NextMove = { status: "running", isRunnable: true };
const over: NextMove = { status: "completed", isRunnable: false };

let dir: string;
let log: SqliteRunLog;
let time = 0;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "kigumi-search-"));
  log = createSqliteRunLog({ file: join(dir, "kigumi.db"), now: () => new Date(time) });
});
afterEach(async () => {
  await log[Symbol.asyncDispose]();
  await rm(dir, { recursive: true });
});

test("a search finds events by the words they hold, also those written since the last one", async () => {
  await create("r1", ["The web server of Zürich is down", "restart it"]);
  await create("r2", ["the web is fine"]);
  expect(await found("web server")).toEqual(["r1:1"]);
  expect(await found("ZURICH")).toEqual(["r1:1"]);
  expect(await found("rest*")).toEqual(["r1:2"]);
  expect((await found("web")).toSorted()).toEqual(["r1:1", "r2:1"]);
  expect(await found("web", { runId: "r2" })).toEqual(["r2:1"]);
  expect(await found("web", { limit: 1 })).toHaveLength(1);
  expect(await found("database")).toEqual([]);

  await log.append("r2", { after: 1, events: [note("r2", 2, "the database too")], next: runnable, at: 2 });
  expect(await found("database")).toEqual(["r2:2"]);
});

test("no query is a syntax error, and names of fields are not words of an event", async () => {
  await create("r1", ['say "cheese" (please)']);
  for (const query of ['"', "(", "AND", 'NEAR("', "a:b^", "*", "  ", "-- ;"]) expect(await found(query)).toEqual([]);
  expect(await found('"cheese" (please)')).toEqual(["r1:1"]);
  expect(await found("agentId")).toEqual([]);
});

test("a search takes in a long backlog step by step", async () => {
  await create(
    "r1",
    Array.from({ length: 2500 }, (_, i) => `word${i}`),
  );
  expect(await found("word2499")).toEqual(["r1:2500"]);
  expect(await found("word0")).toEqual(["r1:1"]);
});

test("pruning by age removes ended runs only, whole, with what a search knew of them", async () => {
  await create("ended", ["old words", "the end"], over);
  await create("still running", ["old words"]);
  await create("recent", ["new words", "the end"], over, 90_000);
  expect(await found("old")).toHaveLength(2);

  time = 100_000;
  expect(await log.prune({ maxAge: "1m" })).toMatchObject({ removed: 1 });
  expect((await log.list()).map(({ runId }) => runId)).toEqual(["recent", "still running"]);
  await expect(log.read("ended")).rejects.toMatchObject({ code: "run_not_found" });
  expect(await found("old")).toEqual(["still running:1"]);
});

test("a position is never taken twice: the run that wrote last stays until another has written", async () => {
  await create("older", ["first"], over);
  await create("last", ["second", "third"], over);
  time = 100_000;
  expect(await log.prune({ maxAge: "1m", maxBytes: 0 })).toMatchObject({ removed: 1 });
  await create("new", ["fourth", "fifth"]);
  expect(await positions()).toEqual([2, 3, 4, 5]);
  expect(await log.prune({ maxAge: "1m" })).toMatchObject({ removed: 1 });
  expect(await positions()).toEqual([4, 5]);
  expect(await found("third")).toEqual([]);
  expect(await found("fifth")).toEqual(["new:2"]);
});

test("pruning by size removes the oldest ended runs until the rest fits, and gives the disk its space back", async () => {
  const text = "x".repeat(100_000);
  for (let i = 0; i < 20; i++) await create(`r${i}`, [text], over, 1000 + i);
  await create("running", [text]);
  const before = await bytesOnDisk();
  const { removed, freedBytes } = await log.prune({ maxBytes: 550_000 });
  expect(removed).toBe(16);
  expect(freedBytes).toBeGreaterThan(1_600_000);
  expect((await log.list()).map(({ runId }) => runId)).toEqual(["running", "r19", "r18", "r17", "r16"]);
  expect(await bytesOnDisk()).toBeLessThan(before / 3);
  expect(await log.prune({ maxBytes: 0 })).toMatchObject({ removed: 4 });
  expect(await log.prune({})).toEqual({ removed: 0, freedBytes: 0 });
});

test("an ended child stays as long as its parent may still ask for its result", async () => {
  await create("parent", ["starts a child"]);
  const child = { runId: "child", agentId: "a", parentRunId: "parent", labels: {}, createdAt: 1 };
  await log.create(child, [note("child", 1, "done")], over);
  time = 100_000;
  expect(await log.prune({ maxAge: "1s", maxBytes: 0 })).toMatchObject({ removed: 0 });
  await log.append("parent", { after: 1, events: [note("parent", 2, "took it up")], next: over, at: 2 });
  await create("later", ["something else"]);
  expect(await log.prune({ maxAge: "1s" })).toMatchObject({ removed: 2 });
});

async function positions(): Promise<number[]> {
  const found: number[] = [];
  for await (const { position } of log.follow({ isLive: false })) found.push(position);
  return found;
}

function note(runId: string, id: number, text: string): RunEvent {
  return { id, v: 1, type: "planner_note", at: id, runId, agentId: "a", text };
}

function create(runId: string, texts: string[], next = runnable, createdAt = 1): Promise<void> {
  const events = texts.map((text, index) => note(runId, index + 1, text));
  return log.create({ runId, agentId: "a", labels: {}, createdAt }, events, next);
}

async function bytesOnDisk(): Promise<number> {
  const sizes = ["kigumi.db", "kigumi.db-wal"].map(async (name) => (await stat(join(dir, name))).size);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size);
}

async function found(query: string, options?: { limit?: number; runId?: string }): Promise<string[]> {
  return (await log.searchEvents(query, options)).map(({ runId, id }) => `${runId}:${id}`);
}
