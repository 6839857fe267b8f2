import { writeFileSync } from "node:fs";
import { mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { KigumiError } from "../errors/kigumi-error.ts";
import type { OutputStore } from "../tool/output/output-store.ts";
import { createFileOutputStore } from "./file-output-store.ts";

let dir: string;
beforeEach(async () => {
  dir = join(await mkdtemp(join(tmpdir(), "kigumi-file-store-")), "outputs");
});
afterEach(() => rm(join(dir, ".."), { recursive: true }));

test("files are readable by their owner only, whatever the umask", async () => {
  const umask = process.umask(0);
  try {
    await createFileOutputStore({ dir }).save({ runId: "r1", text: "secret", parts: [{ type: "text", text: "x" }] });
  } finally {
    process.umask(umask);
  }
  const modes = new Map<string, number>([[".", await modeOf(dir)]]);
  for (const name of await readdir(dir, { recursive: true })) modes.set(name, await modeOf(join(dir, name)));
  const directories = [".", "blobs", "refs", "tmp"];
  expect(modes.size).toBe(directories.length + 3);
  for (const [name, mode] of modes) expect(mode, name).toBe(directories.includes(name) ? 0o700 : 0o600);
});

test("equal content is one file, and outputs survive the process that saved them", async () => {
  const first = createFileOutputStore({ dir });
  const one = await first.save({ runId: "r1", text: "same" });
  await first.save({ runId: "r2", text: "same" });
  expect(await namesIn("blobs")).toHaveLength(1);
  expect(await namesIn("refs")).toHaveLength(2);
  expect(await textOf(createFileOutputStore({ dir }), one.id)).toBe("same");
});

test("a failed save leaves no file behind", async () => {
  const store = createFileOutputStore({ dir });
  const broken = async function* () {
    yield "x".repeat(1_000_000);
    throw new Error("the tool died");
  };
  await expect(store.save({ runId: "r1", text: broken() })).rejects.toThrow("the tool died");
  expect(await filesIn()).toEqual([]);
});

test("a save whose entry cannot be written leaves no ref and no temporary file, and names no path", async () => {
  const store = createFileOutputStore({ dir });
  await store.save({ runId: "r1", text: "first" });
  await rm(join(dir, "refs"), { recursive: true });
  await writeFile(join(dir, "refs"), "in the way");
  const error = await store.save({ runId: "r1", text: "second" }).catch((error: KigumiError) => error);
  expect(error).toMatchObject({ code: "output_store_failed" });
  expect((error as KigumiError).message).not.toContain(dir);
  expect(await namesIn("tmp")).toEqual([]);
});

test("a run's id may be anything and never becomes a path", async () => {
  const store = createFileOutputStore({ dir });
  for (const runId of ["../../escape", "/etc", "a\0b", "", "😀".repeat(500)]) {
    const { id } = await store.save({ runId, text: runId });
    expect(await store.stat({ runId, id })).toMatchObject({ id });
  }
  expect((await readdir(join(dir, ".."))).toSorted()).toEqual(["outputs"]);
});

test("a blob that vanished is an error without a path", async () => {
  const store = createFileOutputStore({ dir });
  const { id } = await store.save({ runId: "r1", text: "text" });
  const [hash] = await namesIn("blobs");
  await rm(join(dir, "blobs", hash!));
  const error = await textOf(store, id).catch((error: KigumiError) => error);
  expect(error).toMatchObject({ code: "output_store_failed", message: expect.stringContaining("ENOENT") });
  expect((error as KigumiError).message).not.toContain(dir);
});

test("what a killed process left is removed by a later prune, and not before a day", async () => {
  let time = 1_000_000;
  const store = createFileOutputStore({ dir, now: () => new Date(time) });
  await store.save({ runId: "r1", text: "kept" });
  await writeFile(join(dir, "tmp", `${time}-abandoned.blob`), "half an output");
  await writeFile(join(dir, "blobs", "0".repeat(64)), "no ref was written");

  expect(await store.prune({})).toEqual({ removed: 0, freedBytes: 18 });
  expect(await namesIn("blobs")).toHaveLength(1);
  expect(await namesIn("tmp")).toHaveLength(1);
  time += 25 * 60 * 60 * 1000;
  await store.prune({});
  expect(await namesIn("tmp")).toEqual([]);
});

test("a prune keeps the content that a save in another process is about to refer to", async () => {
  const store = createFileOutputStore({ dir });
  const { id } = await store.save({ runId: "r1", text: "text" });
  const [name] = await namesIn("refs");
  await rename(join(dir, "refs", name!), join(dir, "tmp", "1-in-progress.json"));

  expect(await createFileOutputStore({ dir, now: () => new Date(2) }).prune({})).toEqual({ removed: 0, freedBytes: 0 });
  await rename(join(dir, "tmp", "1-in-progress.json"), join(dir, "refs", name!));
  expect(await textOf(store, id)).toBe("text");
});

test("a prune puts content back when a save in another process referred to it meanwhile", async () => {
  const { id } = await createFileOutputStore({ dir }).save({ runId: "r1", text: "text" });
  const path = join(dir, "refs", (await namesIn("refs"))[0]!);
  const entry = await readFile(path);
  await rm(path);
  // The clock is read for the name under which the blob is put aside: after the first look at the entries.
  const now = () => {
    writeFileSync(path, entry);
    return new Date();
  };
  const pruner = createFileOutputStore({ dir, now });
  expect(await pruner.prune({})).toEqual({ removed: 0, freedBytes: 0 });
  expect(await textOf(pruner, id)).toBe("text");
  expect(await namesIn("tmp")).toEqual([]);
});

test("an entry of a later format is refused, not misread", async () => {
  const store = createFileOutputStore({ dir });
  const { id } = await store.save({ runId: "r1", text: "text" });
  const [name] = await namesIn("refs");
  const path = join(dir, "refs", name!);
  await writeFile(path, (await readFile(path, "utf8")).replace('"version":1', '"version":2'));
  await expect(store.stat({ runId: "r1", id })).rejects.toThrow(/format 2/);
  await writeFile(path, "{");
  await expect(store.stat({ runId: "r1", id })).rejects.toThrow(
    expect.objectContaining({ code: "output_entry_unreadable" }),
  );
});

test("entries as the first version wrote them stay readable", async () => {
  const store = createFileOutputStore({ dir });
  await store.save({ runId: "other", text: "one\ntwo\n" });
  // The name begins with the first half of the SHA-256 of the run's id.
  await writeFile(
    join(dir, "refs", "82f3e9c695dc6b8d1b11818d5701919e.out_golden.json"),
    '{"version":1,"id":"out_golden","runId":"r1","createdAt":1700000000000,"text":{"hash":"c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8","byteSize":8,"lineCount":2,"checkpoints":[[1,4]]}}',
  );
  expect(await textOf(store, "out_golden")).toBe("one\ntwo\n");
  expect(await store.grep({ runId: "r1", id: "out_golden" }, { pattern: "two" })).toMatchObject({
    matches: { length: 1 },
  });
});

async function textOf(store: OutputStore, id: string): Promise<string> {
  let text = "";
  for await (const line of store.read({ runId: "r1", id })) text += line.text + line.ending;
  return text;
}

async function modeOf(path: string): Promise<number> {
  return (await stat(path)).mode & 0o777;
}

function namesIn(folder: string): Promise<string[]> {
  return readdir(join(dir, folder));
}

async function filesIn(): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}
