import { chmod, mkdir, stat, symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createMemoryOutputStore } from "../../store/memory-output-store.ts";
import { sha256Of } from "../files/text-file.ts";
import { temporaryWorkspace } from "../testing/temporary-workspace.ts";
import type { EditInput } from "./edit-input.ts";
import { editTool } from "./edit-tool.ts";

const failing = (code: string, text = "") => expect.objectContaining({ code, message: expect.stringContaining(text) });

/** Edits a file called `f` and returns what became of it. */
async function edit(before: string, args: Omit<EditInput, "file_path">): Promise<{ after: string; mode: string }> {
  await using workspace = await temporaryWorkspace({ f: before });
  const { match_mode } = await workspace.run(editTool, { file_path: "f", ...args });
  return { after: await workspace.read("f"), mode: match_mode };
}

test("8 edit replaces a unique text and shows the diff", async () => {
  await using workspace = await temporaryWorkspace({ "src/a.ts": "one\ntwo\nthree\n" });
  const result = await workspace.run(editTool, { file_path: "src/a.ts", old_string: "two", new_string: "2" });
  expect(result).toEqual({
    summary: "Replaced 1 in src/a.ts (exact)",
    file_path: "src/a.ts",
    replacements: 1,
    match_mode: "exact",
    content_sha256: sha256Of("one\n2\nthree\n"),
    diff: "--- src/a.ts\n+++ src/a.ts\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n",
  });
  expect(await workspace.read("src/a.ts")).toBe("one\n2\nthree\n");
});

test("equal strings are a success without a change, and the file is not even read", async () => {
  await using workspace = await temporaryWorkspace();
  const result = await workspace.run(editTool, { file_path: "missing", old_string: "x", new_string: "x" });
  expect(result).toMatchObject({ replacements: 0, diff: "" });
  expect(await workspace.exists("missing")).toBe(false);
});

test("an empty old_string creates a missing file with its parents, and replaces the whole of an existing one", async () => {
  await using workspace = await temporaryWorkspace();
  const whole = (new_string: string) => workspace.run(editTool, { file_path: "a/b.txt", old_string: "", new_string });
  expect(await whole("first\n")).toMatchObject({ summary: "Created a/b.txt", replacements: 1, match_mode: "exact" });
  expect(await whole("second\n")).toMatchObject({ replacements: 1 });
  expect(await whole("second\n")).toMatchObject({ summary: "No changes to a/b.txt", replacements: 0, diff: "" });
  expect(await workspace.read("a/b.txt")).toBe("second\n");
});

test("an empty file can be created", async () => {
  await using workspace = await temporaryWorkspace();
  await workspace.run(editTool, { file_path: "empty", old_string: "", new_string: "" });
  expect(await workspace.read("empty")).toBe("");
});

test("no match, too many matches and an unexpected number of them are errors, and the file stays", async () => {
  await using workspace = await temporaryWorkspace({ f: "a a a\n" });
  const run = (args: Omit<EditInput, "file_path">) => workspace.run(editTool, { file_path: "f", ...args });
  await expect(run({ old_string: "b", new_string: "x" })).rejects.toEqual(failing("MATCH_NOT_FOUND"));
  await expect(run({ old_string: "a", new_string: "x" })).rejects.toEqual(failing("MATCH_AMBIGUOUS", "3 times"));
  await expect(run({ old_string: "a", new_string: "x", replace_all: true, expected_replacements: 2 })).rejects.toEqual(
    failing("REPLACEMENT_COUNT_MISMATCH"),
  );
  expect(await workspace.read("f")).toBe("a a a\n");
  await run({ old_string: "a", new_string: "x", replace_all: true, expected_replacements: 3 });
  expect(await workspace.read("f")).toBe("x x x\n");
});

test("exact matches do not overlap", async () => {
  expect((await edit("aaa", { old_string: "aa", new_string: "b" })).after).toBe("ba");
});

test("dry_run shows the diff and writes nothing", async () => {
  await using workspace = await temporaryWorkspace({ f: "a\n" });
  const result = await workspace.run(editTool, { file_path: "f", old_string: "a", new_string: "b", dry_run: true });
  expect(result.summary).toContain("nothing was written");
  expect(result.diff).toContain("-a\n+b\n");
  expect(await workspace.read("f")).toBe("a\n");
});

test("expected_hash stops an edit of a file that changed, or is gone", async () => {
  await using workspace = await temporaryWorkspace({ f: "a\n" });
  const stale = { old_string: "a", new_string: "b", expected_hash: sha256Of("old") };
  await expect(workspace.run(editTool, { file_path: "f", ...stale })).rejects.toEqual(
    failing("HASH_MISMATCH", "read it again"),
  );
  await expect(workspace.run(editTool, { ...stale, file_path: "gone", old_string: "" })).rejects.toEqual(
    failing("HASH_MISMATCH", "does not exist"),
  );
  const { content_sha256 } = await workspace.run(editTool, {
    file_path: "f",
    old_string: "a",
    new_string: "b",
    expected_hash: sha256Of("a\n"),
  });
  expect(content_sha256).toBe(sha256Of("b\n"));
});

test("expected_hash has to be lowercase hexadecimal of 64 digits", async () => {
  await using workspace = await temporaryWorkspace({ f: "a\n" });
  for (const expected_hash of [sha256Of("a\n").toUpperCase(), "abc"]) {
    await expect(
      workspace.run(editTool, { file_path: "f", old_string: "a", new_string: "b", expected_hash }),
    ).rejects.toEqual(failing("invalid_tool_input"));
  }
});

test("line_trimmed keeps the indentation of the file, also in lines that are new", async () => {
  const before = "class A {\n\tgo() {\n\t\tstop();\n\t}\n}\n";
  const { after, mode } = await edit(before, {
    old_string: "go() {\n  stop();\n}",
    new_string: "go() {\n  if (x) {\n    stop();\n  }\n}",
  });
  expect(mode).toBe("line_trimmed");
  expect(after).toBe("class A {\n\tgo() {\n\t\tif (x) {\n\t\t  stop();\n\t\t}\n\t}\n}\n");
});

test("line_trimmed takes a final line feed of old_string as the end of the line", async () => {
  const args = { match_mode: "line_trimmed" as const };
  expect((await edit("  a\n  b\n", { ...args, old_string: "a\n", new_string: "x\n" })).after).toBe("  x\n  b\n");
  expect((await edit("  a\n  b\n", { ...args, old_string: "a\n", new_string: "" })).after).toBe("  b\n");
  expect((await edit("  a\n  b", { ...args, old_string: "b\n", new_string: "y\n" })).after).toBe("  a\n  y");
  expect((await edit("  a\n  b\n", { ...args, old_string: "b", new_string: "y" })).after).toBe("  a\n  y\n");
});

test("line_trimmed does not match blank lines alone", async () => {
  await expect(edit("a\n\nb\n", { old_string: "   ", new_string: "x", match_mode: "line_trimmed" })).rejects.toEqual(
    failing("MATCH_NOT_FOUND"),
  );
});

test("CRLF is kept by every mode, whether old_string has it or not", async () => {
  const before = "a {\r\n  b\r\n  c\r\n}\r\n";
  const kept = "a {\r\n  x\r\n  y\r\n}\r\n";
  const exact = await edit(before, { old_string: "  b\n  c\n", new_string: "  x\n  y\n" });
  expect(exact).toEqual({ after: kept, mode: "exact" });
  const trimmed = await edit(before, { old_string: "b\nc", new_string: "x\ny" });
  expect(trimmed).toEqual({ after: kept, mode: "line_trimmed" });
  const anchored = await edit(before, { old_string: "a {\n  b\n  z\n}", new_string: "a {\n  x\n  y\n}" });
  expect(anchored).toEqual({ after: kept, mode: "block_anchor" });
  expect((await edit("a\r\nb\r\n", { old_string: "", new_string: "x\ny\n" })).after).toBe("x\r\ny\r\n");
});

test("a file with both kinds of line endings keeps them where nothing was replaced", async () => {
  const { after } = await edit("a\r\nb\nc\r\n", { old_string: "b", new_string: "x" });
  expect(after).toBe("a\r\nx\nc\r\n");
});

test("block_anchor finds a block by its first and last line when half of the rest is equal", async () => {
  const before = "start\n  one\n  two\nend\n";
  const args = {
    old_string: "start\n  one\n  other\nend",
    new_string: "start\nend",
    match_mode: "block_anchor" as const,
  };
  expect((await edit(before, args)).after).toBe("start\nend\n");
});

test("block_anchor does not find a block with less than half of the lines equal, nor one of two lines", async () => {
  const before = "start\n  one\n  two\n  three\nend\n";
  const search = (old_string: string) => edit(before, { old_string, new_string: "x", match_mode: "block_anchor" });
  await expect(search("start\n  one\n  x\n  y\nend")).rejects.toEqual(failing("MATCH_NOT_FOUND"));
  await expect(search("start\nend")).rejects.toEqual(failing("MATCH_NOT_FOUND"));
});

test("block_anchor takes the best block, and refuses two that are equally good", async () => {
  const near = "begin\n  a\n  b\nend\n";
  const far = "begin\n  a\n  z\nend\n";
  const old_string = "begin\n  a\n  b \nend";
  const args = { old_string, new_string: "done", match_mode: "block_anchor" as const };
  expect((await edit(far + near, args)).after).toBe(`${far}done\n`);
  await expect(edit(near + near, args)).rejects.toEqual(failing("MATCH_AMBIGUOUS", "2 times"));
  expect((await edit(near + near, { ...args, replace_all: true })).after).toBe("done\ndone\n");
});

test("block_anchor refuses blocks that overlap, also under replace_all", async () => {
  const before = "x\na\nx\na\nx\n";
  const args = { old_string: "x\na\nx", new_string: "y", match_mode: "block_anchor" as const, replace_all: true };
  await expect(edit(before, args)).rejects.toEqual(failing("MATCH_AMBIGUOUS", "overlap"));
});

test("auto tries the modes from the strictest on", async () => {
  expect((await edit("a\n  a\n", { old_string: "  a", new_string: "b" })).mode).toBe("exact");
  expect(await edit("\ta\n", { old_string: "  a", new_string: "  b" })).toEqual({
    after: "\tb\n",
    mode: "line_trimmed",
  });
});

test("a byte order mark and the mode of the file are kept", async () => {
  await using workspace = await temporaryWorkspace({ f: "\uFEFFa\n" });
  await chmod(join(workspace.root, "f"), 0o600);
  await workspace.run(editTool, { file_path: "f", old_string: "", new_string: "b\n" });
  expect(await workspace.read("f")).toBe("\uFEFFb\n");
  expect((await stat(join(workspace.root, "f"))).mode & 0o777).toBe(0o600);
});

test("what cannot be edited without harm is refused", async () => {
  await using workspace = await temporaryWorkspace({
    binary: Buffer.from([0, 1]),
    latin1: Buffer.from([0x61, 0xe9, 0x0a]),
    "dir/file": "a",
    large: Buffer.alloc(10_000_001, "a"),
  });
  await symlink("dir/file", join(workspace.root, "link"));
  await mkdir(join(workspace.outside, "other"));
  await symlink(join(workspace.outside, "other"), join(workspace.root, "out"));
  const run = (file_path: string, old_string = "a") =>
    workspace.run(editTool, { file_path, old_string, new_string: "b" });
  await expect(run("missing")).rejects.toEqual(failing("NOT_FOUND"));
  await expect(run("dir")).rejects.toEqual(failing("NOT_FILE"));
  await expect(run("dir", "")).rejects.toEqual(failing("NOT_FILE"));
  await expect(run("link")).rejects.toEqual(failing("NOT_FILE"));
  await expect(run("binary")).rejects.toEqual(failing("BINARY_NOT_SUPPORTED"));
  await expect(run("latin1")).rejects.toEqual(failing("BINARY_NOT_SUPPORTED", "UTF-8"));
  await expect(run("large")).rejects.toEqual(failing("FILE_TOO_LARGE"));
  await expect(run("../other", "")).rejects.toEqual(failing("sandbox_violation"));
  await expect(run("out/new", "")).rejects.toEqual(failing("sandbox_violation"));
});

test("edits of one file at the same time all arrive", async () => {
  await using workspace = await temporaryWorkspace({ f: "0 1 2 3 4 5 6 7 8 9" });
  const edits = Array.from({ length: 10 }, (_, n) =>
    workspace.run(editTool, { file_path: "f", old_string: String(n), new_string: "x" }),
  );
  await Promise.all(edits);
  expect(await workspace.read("f")).toBe("x x x x x x x x x x");
});

test("a long diff is cut to 120 lines and 16 KiB, by whole lines", async () => {
  const lines = (word: string, count: number) => `${word}\n`.repeat(count);
  await using workspace = await temporaryWorkspace({ many: lines("a", 500), wide: lines("a".repeat(1000), 50) });
  const many = await workspace.run(editTool, { file_path: "many", old_string: "", new_string: lines("b", 500) });
  expect(many.diff_truncated).toBe(true);
  expect(many.diff?.split("\n")).toHaveLength(121);
  expect(many.diff).toMatch(/\n\.\.\. \(\d+ more lines\)$/);
  const wide = await workspace.run(editTool, { file_path: "wide", old_string: "", new_string: "" });
  expect(wide.diff_truncated).toBe(true);
  expect(Buffer.byteLength(wide.diff ?? "")).toBeLessThan(17 * 1024);
});

test("with an output store the whole of a long diff is kept, and can be read back", async () => {
  await using workspace = await temporaryWorkspace({ f: "a\n".repeat(500) });
  await using outputStore = createMemoryOutputStore();
  const ctx = workspace.context({ outputStore, call: { id: "1", runId: "run" } });
  const edited = await workspace.run(editTool, { file_path: "f", old_string: "", new_string: "b\n" }, ctx);
  expect(edited.diff_truncated).toBe(true);
  const { lineCount } = await outputStore.stat({ runId: "run", id: edited.diff_ref ?? "" });
  expect(lineCount).toBeGreaterThan(500);
});
