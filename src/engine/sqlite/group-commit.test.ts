import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { KigumiError } from "../../errors/kigumi-error.ts";
import { GroupCommit } from "./group-commit.ts";
import { createStatements, type Sql } from "./statements.ts";

let dir: string;
let database: DatabaseSync;
let commits: GroupCommit;
let statements: string[];
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "kigumi-group-commit-"));
  database = new DatabaseSync(join(dir, "test.db"), { timeout: 5 });
  database.exec("PRAGMA journal_mode = WAL; CREATE TABLE word (text TEXT NOT NULL UNIQUE) STRICT");
  statements = [];
  const sql = createStatements(database);
  const counting: Sql = (text) => {
    statements.push(text);
    return sql(text);
  };
  commits = new GroupCommit(database, counting, { lockTimeoutMs: 60 });
});
afterEach(async () => {
  database.close();
  await rm(dir, { recursive: true });
});

test("a hundred writes of one turn share one commit", async () => {
  await Promise.all(Array.from({ length: 100 }, (_, i) => write(`word ${i}`)));
  expect(statements.filter((text) => text === "COMMIT")).toHaveLength(1);
  expect(words()).toHaveLength(100);
});

test("writers that go on side by side keep sharing commits", async () => {
  const writer = async (name: string) => {
    for (let i = 0; i < 50; i++) await write(`${name} ${i}`);
  };
  await Promise.all(Array.from({ length: 20 }, (_, i) => writer(`writer ${i}`)));
  expect(words()).toHaveLength(1000);
  expect(statements.filter((text) => text === "COMMIT").length).toBeLessThan(60);
});

test("a lonely writer leaves the event loop its turns", async () => {
  let turns = 0;
  let isWriting = true;
  const count = () => {
    turns++;
    if (isWriting) setImmediate(count);
  };
  setImmediate(count);
  for (let i = 0; i < 90; i++) await write(`word ${i}`);
  isWriting = false;
  expect(turns).toBeGreaterThanOrEqual(10);
});

test("a write is on disk when its promise resolves, and not before", async () => {
  const other = new DatabaseSync(join(dir, "test.db"));
  const promise = write("durable");
  expect(other.prepare("SELECT * FROM word").all()).toEqual([]);
  await promise;
  expect(other.prepare("SELECT text FROM word").get()).toMatchObject({ text: "durable" });
  other.close();
});

test("a write that refuses or fails takes nobody with it, and leaves nothing behind", async () => {
  const refusal = new KigumiError({ code: "no", message: "not this one" });
  const outcomes = await Promise.allSettled([
    write("before"),
    commits.write(() => {
      throw refusal;
    }),
    commits.write(() => {
      insert("half");
      insert("before");
    }),
    write("after"),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected", "fulfilled"]);
  expect(outcomes[1]).toMatchObject({ reason: refusal });
  expect(words()).toEqual(["after", "before"]);
});

test("writes wait for a lock without holding up the loop, and come through in order", async () => {
  const other = new DatabaseSync(join(dir, "test.db"));
  other.exec("BEGIN IMMEDIATE");
  const order: string[] = [];
  const writes = ["a", "b", "c"].map((text) => write(text).then(() => order.push(text)));
  await new Promise((resolve) => setTimeout(resolve, 15));
  expect(order).toEqual([]);
  other.exec("COMMIT");
  await Promise.all(writes);
  expect(order).toEqual(["a", "b", "c"]);
  other.close();
});

test("a lock that stays is an error in the end, and the next write works", async () => {
  const other = new DatabaseSync(join(dir, "test.db"));
  other.exec("BEGIN IMMEDIATE");
  await expect(write("locked out")).rejects.toThrow(/locked/);
  other.exec("COMMIT");
  other.close();
  await write("free again");
  await commits.idle();
  expect(words()).toEqual(["free again"]);
});

function write(text: string): Promise<void> {
  return commits.write(() => insert(text));
}

function insert(text: string): void {
  database.prepare("INSERT INTO word VALUES (?)").run(text);
}

function words(): unknown[] {
  return database
    .prepare("SELECT text FROM word ORDER BY text")
    .all()
    .map(({ text }) => text);
}
