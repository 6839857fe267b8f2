import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createSqliteRunLog } from "../../engine/sqlite/index.ts";
import { createRuntime } from "../runtime.ts";
import { createMemoryPromptStore, type PromptOverride, type PromptStore } from "./prompt-store.ts";
import { createSqlitePromptStore } from "./sqlite-prompt-store.ts";

let dir: string;
let file: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "kigumi-prompts-"));
  file = join(dir, "kigumi.db");
});
afterEach(() => rm(dir, { recursive: true }));

const first: PromptOverride = {
  promptId: "greeting",
  scope: { labels: { org: "acme" } },
  template: "Hi",
  version: "v1",
  createdAt: 1,
  metadata: { by: "ana" },
};
const second: PromptOverride = { ...first, scope: { sessionId: "s1" }, template: "Good day", version: "v2" };
const other: PromptOverride = { promptId: "farewell", scope: {}, template: "Bye", version: "v1", createdAt: 2 };

async function prove(store: PromptStore): Promise<void> {
  expect(await store.list()).toEqual([]);
  for (const override of [first, second, other]) await store.add(override);
  expect(await store.list("greeting")).toEqual([second, first]);
  expect(await store.list()).toEqual([other, second, first]);
  expect(await store.list("nobody")).toEqual([]);
}

test("memory: overrides are kept, all of them, the newest first", () => prove(createMemoryPromptStore()));

test("sqlite: overrides are kept, all of them, the newest first, also for the next process", async () => {
  {
    await using store = createSqlitePromptStore({ file });
    await prove(store);
  }
  await using again = createSqlitePromptStore({ file });
  expect(await again.list()).toEqual([other, second, first]);
  expect((await stat(file)).mode & 0o077).toBe(0);
});

test("runtimes on one file share their overrides, at once and after a restart", async () => {
  const open = () => {
    const runtime = createRuntime({ store: file });
    runtime.prompts.register({ id: "greeting", role: "system", template: "Hello" });
    return runtime;
  };
  const said = async (runtime: ReturnType<typeof open>) => (await runtime.prompts.render("greeting", {}, {})).text;
  {
    await using one = open();
    await using two = open();
    expect(await said(two)).toBe("Hello");
    await one.prompts.override({ promptId: "greeting", scope: {}, template: "Good day" });
    expect(await said(two)).toBe("Good day");
  }
  await using later = open();
  expect(await said(later)).toBe("Good day");
  expect(await later.prompts.history("greeting")).toMatchObject([{ template: "Good day" }]);
});

test("a runtime that uses no prompts makes no tables for them, and one that does leaves a store handed in open", async () => {
  const shared = createSqlitePromptStore({ file: join(dir, "prompts.db") });
  await using _ = shared;
  {
    await using runtime = createRuntime({ store: file, promptStore: shared });
    runtime.prompts.register({ id: "greeting", role: "system", template: "Hello" });
    await runtime.prompts.override({ promptId: "greeting", scope: {}, template: "Hi" });
  }
  expect(await shared.list()).toHaveLength(1);
  await using quiet = createRuntime({ store: file });
  expect(quiet.prompts.list()).toEqual([]);
  const database = new DatabaseSync(file);
  expect(database.prepare("SELECT name FROM sqlite_schema WHERE name GLOB 'prompt_*'").all()).toEqual([]);
  database.close();
});

test("the file may be made by the prompts first, and by the runs after them", async () => {
  await using store = createSqlitePromptStore({ file });
  await store.add(first);
  await using log = createSqliteRunLog({ file });
  expect(await log.list()).toEqual([]);
  expect(await store.list()).toEqual([first]);
});

test("a locked, damaged, later or closed store says so, and nothing is lost", async () => {
  await using store = createSqlitePromptStore({ file, lockTimeoutMs: 20 });
  await store.add(first);
  const database = new DatabaseSync(file);
  database.exec("BEGIN IMMEDIATE");
  await expect(store.add(second)).rejects.toMatchObject({ code: "store_locked", isRetryable: true });
  database.exec("ROLLBACK");
  await store.add(second);
  expect(await store.list()).toEqual([second, first]);

  database.exec("UPDATE prompt_format SET version = 2");
  database.close();
  await using later = createSqlitePromptStore({ file });
  await expect(later.list()).rejects.toMatchObject({ code: "store_newer" });

  const broken = join(dir, "broken.db");
  await writeFile(broken, "no database at all, but long enough to be looked at as if it were one");
  await using damaged = createSqlitePromptStore({ file: broken });
  await expect(damaged.list()).rejects.toMatchObject({ code: "store_not_ours" });

  await store[Symbol.asyncDispose]();
  await expect(store.list()).rejects.toMatchObject({ code: "store_closed" });
});
