import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createSqliteOutputStore } from "./sqlite-output-store.ts";

let dir: string;
let file: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "kigumi-sqlite-store-"));
  file = join(dir, "nested", "outputs.db");
});
afterEach(() => rm(dir, { recursive: true }));

test("the file and its side files are readable by their owner only", async () => {
  await using store = createSqliteOutputStore({ file });
  await store.save({ runId: "r1", text: "secret" });
  const names = await readdir(join(dir, "nested"));
  expect(names.toSorted()).toEqual(["outputs.db", "outputs.db-shm", "outputs.db-wal"]);
  expect((await stat(join(dir, "nested"))).mode & 0o777).toBe(0o700);
  for (const name of names) expect((await stat(join(dir, "nested", name))).mode & 0o777, name).toBe(0o600);
});

test("equal content is stored once, and outputs survive the process that saved them", async () => {
  const text = "same\n".repeat(100_000);
  const first = createSqliteOutputStore({ file });
  const ref = await first.save({ runId: "r1", text });
  await first.save({ runId: "r2", text });
  await first[Symbol.asyncDispose]();

  await using second = createSqliteOutputStore({ file });
  expect(await second.stat({ runId: "r1", id: ref.id })).toEqual(ref);
  expect(rowOf("SELECT count(*) AS blobs, sum(byte_size) AS bytes FROM output_blobs")).toEqual({
    blobs: 1,
    bytes: 500_000,
  });
  expect(rowOf("SELECT sum(length(bytes)) AS bytes FROM output_chunks")).toEqual({ bytes: 500_000 });
});

test("two stores share one file while both save, and one may prune", async () => {
  await using left = createSqliteOutputStore({ file });
  await using right = createSqliteOutputStore({ file });
  const stream = async function* (letter: string) {
    for (let i = 0; i < 20; i++) yield `${letter.repeat(99_999)}\n`;
  };
  const [a, b] = await Promise.all([
    left.save({ runId: "r1", text: stream("a") }),
    right.save({ runId: "r1", text: stream("b") }),
    right.prune({ maxBytes: 1e9 }),
  ]);
  expect(await right.stat({ runId: "r1", id: a.id })).toEqual(a);
  expect((await left.grep({ runId: "r1", id: b.id }, { pattern: "b", maxMatches: 1 })).matches).toHaveLength(1);
});

test("a failed save leaves no row, and what a killed process left goes with a later prune", async () => {
  let time = 1_000_000;
  await using store = createSqliteOutputStore({ file, now: () => new Date(time) });
  const broken = async function* () {
    yield "x".repeat(1_000_000);
    throw new Error("the tool died");
  };
  await expect(store.save({ runId: "r1", text: broken() })).rejects.toThrow("the tool died");
  expect(rowOf("SELECT (SELECT count(*) FROM output_blobs) + (SELECT count(*) FROM output_chunks) AS n")).toEqual({
    n: 0,
  });

  run(`INSERT INTO output_blobs (id, created_at) VALUES (99, ${time})`);
  run("INSERT INTO output_chunks VALUES (99, 0, x'00')");
  await store.prune({});
  expect(rowOf("SELECT count(*) AS n FROM output_blobs")).toEqual({ n: 1 });
  time += 25 * 60 * 60 * 1000;
  await store.prune({});
  expect(rowOf("SELECT (SELECT count(*) FROM output_blobs) + (SELECT count(*) FROM output_chunks) AS n")).toEqual({
    n: 0,
  });
});

test("pruning gives the disk space back", async () => {
  await using store = createSqliteOutputStore({ file });
  await store.save({ runId: "r1", text: "0123456789".repeat(1_000_000) });
  const pages = () => Number(rowOf("PRAGMA page_count")?.page_count);
  const before = pages();
  expect(await store.prune({ maxBytes: 0 })).toEqual({ removed: 1, freedBytes: 10_000_000 });
  expect(pages()).toBeLessThan(before / 10);
});

test("a file of a later format is refused, and so is the store after it was closed", async () => {
  const store = createSqliteOutputStore({ file });
  await store[Symbol.asyncDispose]();
  await expect(store.save({ runId: "r1", text: "late" })).rejects.toThrow(
    expect.objectContaining({ code: "output_store_failed" }),
  );
  run("UPDATE output_format SET version = 2");
  expect(() => createSqliteOutputStore({ file })).toThrow(/format 2/);
});

test("a file that is no database is refused with a clear error", async () => {
  const text = join(dir, "notes.txt");
  await writeFile(text, "not a database ".repeat(1000));
  expect(() => createSqliteOutputStore({ file: text })).toThrow(
    expect.objectContaining({ code: "output_store_failed", message: expect.stringContaining("could not be opened") }),
  );
});

function rowOf(sql: string): Record<string, unknown> | undefined {
  const database = new DatabaseSync(file);
  try {
    const row = database.prepare(sql).get();
    return row && { ...row };
  } finally {
    database.close();
  }
}

function run(sql: string): void {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}
