import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { RunEvent } from "../../run/event.ts";
import { createSqliteOutputStore } from "../../store/index.ts";
import type { NextMove } from "../run-log.ts";
import { createSqliteRunLog, type SqliteRunLog } from "./index.ts";

const runnable: NextMove = { status: "running", isRunnable: true };
const atRest: NextMove = { status: "paused", isRunnable: false };
const over: NextMove = { status: "completed", isRunnable: false };

let dir: string;
let file: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "kigumi-sqlite-log-"));
  file = join(dir, "nested", "kigumi.db");
});
afterEach(() => rm(dir, { recursive: true }));

test("the file and its side files are readable by their owner only", async () => {
  await using log = createSqliteRunLog({ file });
  await create(log, "r1");
  const names = await readdir(join(dir, "nested"));
  expect(names.toSorted()).toEqual(["kigumi.db", "kigumi.db-shm", "kigumi.db-wal"]);
  expect((await stat(join(dir, "nested"))).mode & 0o777).toBe(0o700);
  for (const name of names) expect((await stat(join(dir, "nested", name))).mode & 0o777, name).toBe(0o600);
});

test("runs, claims, timers and sessions survive the process that made them", async () => {
  const first = createSqliteRunLog({ file });
  await create(first, "r1");
  await create(first, "r2", { ...atRest, wakeAt: 700 });
  await first.claim({ owner: "first", now: 10, until: 500, agentIds: ["a"] });
  await first.createSession({ sessionId: "s1", createdAt: 1 });
  await first[Symbol.asyncDispose]();

  await using second = createSqliteRunLog({ file });
  expect(await second.nextWake(["a"])).toBe(500);
  expect(await second.claim({ owner: "second", now: 500, until: 900, agentIds: ["a"] })).toMatchObject({ fence: 2 });
  expect(await second.nextWake(["a"])).toBe(700);
  expect(await second.findSession("s1")).toMatchObject({ status: "active" });
});

test("what one log writes, watchers and workers of another on the same file hear of", async () => {
  await using left = createSqliteRunLog({ file });
  await using right = createSqliteRunLog({ file });
  await create(left, "r1", atRest);
  const seen: number[] = [];
  const watching = (async () => {
    for await (const { id } of right.watch("r1")) seen.push(id);
  })();
  const woken = Promise.withResolvers<void>();
  const undo = right.onRunnable(woken.resolve);
  for (let after = 1; after < 30; after++) await append(left, "r1", after, after < 29 ? runnable : over);
  await watching;
  expect(seen).toEqual(Array.from({ length: 30 }, (_, i) => i + 1));
  await woken.promise;
  undo();
});

test("whoever waits for the end misses nothing and gets nothing twice, whichever process wrote it", async () => {
  await using left = createSqliteRunLog({ file });
  await using right = createSqliteRunLog({ file });
  const batches = fc.array(
    fc.record({ isOurs: fc.boolean(), count: fc.integer({ min: 0, max: 3 }), turns: fc.integer({ min: 0, max: 2 }) }),
    { maxLength: 12 },
  );
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(batches, async (appends) => {
      const runId = `r${runs++}`;
      await create(left, runId, runnable);
      const end = left.end(runId, { types: ["planner_note"] });
      let after = 1;
      for (const { isOurs, count, turns } of [...appends, { isOurs: false, count: 1, turns: 0 }]) {
        for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
        for (let i = 0; i < count; i++) await append(isOurs ? left : right, runId, after++, runnable);
      }
      await append(appends.length % 2 === 0 ? left : right, runId, after++, over);
      expect((await end).map(({ id }) => id)).toEqual(Array.from({ length: after }, (_, index) => index + 1));
    }),
    { numRuns: 40 },
  );
});

test("two logs on one file never drive one run together", async () => {
  await using left = createSqliteRunLog({ file });
  await using right = createSqliteRunLog({ file });
  await Promise.all(Array.from({ length: 50 }, (_, i) => create(left, `r${i}`)));
  const claimAll = async (log: SqliteRunLog, owner: string) => {
    const claims = [];
    for (;;) {
      const claim = await log.claim({ owner, now: 10, until: 1000, agentIds: ["a"] });
      if (claim === undefined) return claims;
      claims.push(claim.runId);
    }
  };
  const claimed = (await Promise.all([claimAll(left, "left"), claimAll(right, "right")])).flat();
  expect(claimed.length).toBe(50);
  expect(new Set(claimed).size).toBe(50);
});

test("a log may share its file with the outputs, whichever came first", async () => {
  await using outputs = createSqliteOutputStore({ file });
  const ref = await outputs.save({ runId: "r1", text: "kept" });
  await using log = createSqliteRunLog({ file });
  await create(log, "r1");
  await using again = createSqliteOutputStore({ file });
  expect(await again.stat({ runId: "r1", id: ref.id })).toEqual(ref);
});

test("a file of another program is refused and left as it is", async () => {
  const foreign = join(dir, "foreign.db");
  const other = new DatabaseSync(foreign);
  other.exec("PRAGMA journal_mode = WAL; CREATE TABLE bookmarks (url TEXT); INSERT INTO bookmarks VALUES ('a')");
  other.close();
  const before = await readFile(foreign);
  expect(() => createSqliteRunLog({ file: foreign })).toThrow(expect.objectContaining({ code: "store_not_ours" }));
  expect(await readFile(foreign)).toEqual(before);
  expect(await readdir(dir)).toEqual(["foreign.db"]);

  const marked = new DatabaseSync(join(dir, "marked.db"));
  marked.exec("PRAGMA application_id = 7");
  marked.close();
  expect(() => createSqliteRunLog({ file: join(dir, "marked.db") })).toThrow(
    expect.objectContaining({ code: "store_not_ours" }),
  );
});

test("a file that another program has open is refused with what it has yet to finish", async () => {
  const foreign = join(dir, "foreign.db");
  const other = new DatabaseSync(foreign);
  other.exec("PRAGMA journal_mode = WAL; CREATE TABLE bookmarks (url TEXT); INSERT INTO bookmarks VALUES ('a')");
  const before = [await readFile(foreign), await readFile(`${foreign}-wal`)];
  expect(() => createSqliteRunLog({ file: foreign })).toThrow(expect.objectContaining({ code: "store_not_ours" }));
  expect([await readFile(foreign), await readFile(`${foreign}-wal`)]).toEqual(before);
  other.close();
});

test("a file that is no database is refused and left as it is", async () => {
  const notes = join(dir, "notes.txt");
  await writeFile(notes, "not a database ".repeat(1000));
  expect(() => createSqliteRunLog({ file: notes })).toThrow(expect.objectContaining({ code: "store_not_ours" }));
  expect(await readFile(notes, "utf8")).toBe("not a database ".repeat(1000));
  expect(await readdir(dir)).toEqual(["notes.txt"]);
});

test("a file of a later format is refused and left as it is", async () => {
  await createSqliteRunLog({ file })[Symbol.asyncDispose]();
  run("PRAGMA user_version = 99");
  const before = await readFile(file);
  expect(() => createSqliteRunLog({ file })).toThrow(expect.objectContaining({ code: "store_newer" }));
  expect(await readFile(file)).toEqual(before);
});

test("a place where no file can be is a clear error", () => {
  expect(() => createSqliteRunLog({ file: dir })).toThrow(expect.objectContaining({ code: "store_unwritable" }));
});

test("a damaged file is a clear error, the rest stays readable and the process lives", async () => {
  const healthy = createSqliteRunLog({ file });
  await create(healthy, "r1");
  await append(healthy, "r1", 1, runnable, 500);
  await healthy[Symbol.asyncDispose]();
  const bytes = await readFile(file);
  bytes.fill(0xab, bytes.length - 20 * 4096);
  await writeFile(file, bytes);

  await using log = createSqliteRunLog({ file });
  await expect(log.read("r1")).rejects.toMatchObject({ code: "store_corrupt" });
  await expect(append(log, "r1", 501)).rejects.toMatchObject({ code: "store_corrupt" });
  expect(await log.findSession("s1")).toBeUndefined();
});

test("a locked file is a clear error after a while, and nothing was written", async () => {
  await using log = createSqliteRunLog({ file, lockTimeoutMs: 50 });
  await create(log, "r1");
  const holder = new DatabaseSync(file);
  holder.exec("BEGIN IMMEDIATE");
  await expect(append(log, "r1", 1)).rejects.toMatchObject({ code: "store_locked", isRetryable: true });
  expect(await log.read("r1")).toHaveLength(1);
  holder.exec("ROLLBACK");
  holder.close();
  expect(await append(log, "r1", 1)).toEqual({ type: "appended" });
});

test("a new file that somebody holds cannot be opened", async () => {
  const fresh = join(dir, "fresh.db");
  const holder = new DatabaseSync(fresh);
  holder.exec("BEGIN EXCLUSIVE");
  expect(() => createSqliteRunLog({ file: fresh, lockTimeoutMs: 50 })).toThrow(
    expect.objectContaining({ code: "store_locked" }),
  );
  holder.close();
});

test("a full disk is a clear error, nothing is lost or half written, and writing goes on when there is space", async () => {
  const small = createSqliteRunLog({ file, maxFileBytes: 400_000 });
  await create(small, "r1");
  let last = 1;
  const fill = async () => {
    for (; ; last += 10) await append(small, "r1", last, runnable, 10);
  };
  await expect(fill()).rejects.toMatchObject({ code: "store_full", isRetryable: true });
  expect(await small.find("r1")).toMatchObject({ lastEventId: last });
  expect(await small.read("r1")).toHaveLength(last);
  await small[Symbol.asyncDispose]();

  await using large = createSqliteRunLog({ file });
  expect(await append(large, "r1", last)).toEqual({ type: "appended" });
});

test("ten thousand events come back in order, whole and after any event", async () => {
  await using log = createSqliteRunLog({ file });
  await create(log, "r1");
  await append(log, "r1", 1, runnable, 9_999);
  expect((await log.read("r1")).map(({ id }) => id)).toEqual(Array.from({ length: 10_000 }, (_, i) => i + 1));
  expect(await log.read("r1", { after: 9_990 })).toHaveLength(10);
});

test("a claim looks at none of a hundred thousand runs at rest", async () => {
  await using log = createSqliteRunLog({ file });
  run(`
    WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number LIMIT 100000)
    INSERT INTO run (run_id, agent_id, labels, created_at, status)
    SELECT 'parked ' || n, 'a', '{}', n, 'paused' FROM number`);
  await create(log, "r1");
  expect(await log.claim({ owner: "worker", now: 10, until: 20, agentIds: ["a", "b"] })).toMatchObject({ runId: "r1" });
  expect(await log.nextWake(["a"])).toBe(20);
  expect(await log.list({ status: "paused", limit: 3 })).toHaveLength(3);

  const plan = explain(`
    SELECT id FROM run WHERE agent_id = 'a' AND ready_at IS NOT NULL ORDER BY max(ready_at, lease_until) LIMIT 1`);
  expect(plan).toEqual([expect.stringContaining("USING INDEX run_claimable (agent_id=?)")]);
});

function note(runId: string, id: number): RunEvent {
  return { id, v: 1, type: "planner_note", at: id, runId, agentId: "a", text: "x".repeat(200) };
}

function create(log: SqliteRunLog, runId: string, next = runnable): Promise<void> {
  return log.create({ runId, agentId: "a", labels: {}, createdAt: 1 }, [note(runId, 1)], next);
}

function append(log: SqliteRunLog, runId: string, after: number, next = runnable, count = 1) {
  const events = Array.from({ length: count }, (_, i) => note(runId, after + i + 1));
  return log.append(runId, { after, events, next, at: after + 1 });
}

function run(sql: string): void {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}

function explain(sql: string): unknown[] {
  const database = new DatabaseSync(file);
  const plan = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all();
  database.close();
  return plan.map(({ detail }) => detail);
}
