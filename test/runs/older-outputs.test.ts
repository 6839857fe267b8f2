/** Outputs and prompts as an earlier kigumi kept them: whoever reads these formats later reads this. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createSqlitePromptStore } from "../../src/runtime/prompts/sqlite-prompt-store.ts";
import { createFileOutputStore, createSqliteOutputStore } from "../../src/store/index.ts";
import type { OutputStore } from "../../src/tool/output/output-store.ts";

const fixture = (name: string) => readFileSync(new URL(`../fixtures/${name}`, import.meta.url), "utf8");
/** A month after they were written. */
const now = () => new Date(Date.UTC(2026, 1, 1));
const address = { runId: "run-1", id: "out_c44b93c30bbaa03227ee98bc" };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "kigumi-older-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function prove(store: OutputStore): Promise<void> {
  const lines: string[] = [];
  for await (const { text } of store.read(address, { offset: 1 })) lines.push(text);
  expect(lines).toEqual(["two ERROR", "three"]);
  const { matches } = await store.grep(address, { pattern: "ERROR" });
  expect(matches.map(({ line }) => line.number)).toEqual([2]);
  expect(await store.stat(address)).toMatchObject({ byteSize: 20, lineCount: 3 });
  expect(await store.parts(address)).toEqual([{ type: "image", mediaType: "image/png", data: "aGk=" }]);
  // What is written next to it does not disturb it, and it can be forgotten.
  await store.save({ runId: "run-2", text: "new" });
  expect(await store.prune({ maxAge: "1d" })).toMatchObject({ removed: 1 });
  await expect(store.stat(address)).rejects.toMatchObject({ code: "output_not_found" });
}

test("outputs in files of format 1 are read, searched and pruned", async () => {
  for (const [name, content] of Object.entries<string>(JSON.parse(fixture("output-files-format-1.json")))) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  await using store = createFileOutputStore({ dir: folder, now });
  await prove(store);
});

test("outputs and prompts in a SQLite file of format 1 are read, searched and pruned", async () => {
  const file = join(folder, "kigumi.db");
  const database = new DatabaseSync(file);
  database.exec(fixture("outputs-and-prompts-format-1.sql"));
  database.close();
  {
    await using store = createSqliteOutputStore({ file, now });
    await prove(store);
  }
  await using prompts = createSqlitePromptStore({ file });
  expect(await prompts.list("greeting")).toEqual([
    {
      promptId: "greeting",
      scope: { labels: { org: "acme" } },
      template: "Hi {{ .name }}",
      version: "v1",
      createdAt: 1,
      metadata: { by: "ana" },
    },
  ]);
});
