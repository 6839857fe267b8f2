import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryWorkspace } from "../testing/temporary-workspace.ts";
import { type RegexpSearchInput, regexpSearchTool } from "./regexp-search-tool.ts";

const failing = (code: string, text = "") => expect.objectContaining({ code, message: expect.stringContaining(text) });

async function found(files: Record<string, string | Buffer>, input: RegexpSearchInput): Promise<string[]> {
  await using workspace = await temporaryWorkspace(files);
  const { items } = await workspace.run(regexpSearchTool, input);
  return items.map(({ path, line, column, match }) => `${path}:${line}:${column}:${match}`);
}

test("4.3 regexp_search returns matches by line, sorted by path, line and column", async () => {
  await using workspace = await temporaryWorkspace({
    "a/b.txt": "no\r\n  foo1 foo2\r\n",
    "a.txt": "foo",
    "a-b.txt": "x foo",
  });
  const { took_ms, ...result } = await workspace.run(regexpSearchTool, { pattern: "foo\\d?", flags: "g" });
  expect(took_ms).toEqual(expect.any(Number));
  expect(result).toEqual({
    items: [
      { path: "a-b.txt", line: 1, column: 3, match: "foo", line_text: "x foo" },
      { path: "a.txt", line: 1, column: 1, match: "foo", line_text: "foo" },
      { path: "a/b.txt", line: 2, column: 3, match: "foo1", line_text: "  foo1 foo2" },
      { path: "a/b.txt", line: 2, column: 8, match: "foo2", line_text: "  foo1 foo2" },
    ],
    truncated: false,
    scanned_files: 3,
    warnings: { skipped_binary_files: 0, skipped_large_files: 0, unreadable_entries: 0, clipped_lines: 0 },
  });
});

test("flags: g finds every match of a line, i ignores case; a repeated or unknown flag is refused", async () => {
  const files = { f: "Aa aa\n" };
  expect(await found(files, { pattern: "aa" })).toEqual(["f:1:4:aa"]);
  expect(await found(files, { pattern: "aa", flags: "i" })).toEqual(["f:1:1:Aa"]);
  expect(await found(files, { pattern: "aa", flags: "gimsu" })).toEqual(["f:1:1:Aa", "f:1:4:aa"]);
  await expect(found(files, { pattern: "a", flags: "gg" })).rejects.toEqual(failing("INVALID_ARGUMENT"));
  await expect(found(files, { pattern: "a", flags: "y" })).rejects.toEqual(failing("invalid_tool_input"));
});

test("JavaScript's spelling of escapes and named groups is understood", async () => {
  expect(await found({ f: "grün A" }, { pattern: "(?<word>\\u0041)" })).toEqual(["f:1:6:A"]);
});

test("syntax that a linear-time engine cannot offer is refused by name", async () => {
  const files = { f: "aa" };
  await expect(found(files, { pattern: "(a)\\1" })).rejects.toEqual(failing("INVALID_REGEX", "\\1"));
  await expect(found(files, { pattern: "a(?=b)" })).rejects.toEqual(failing("INVALID_REGEX", "(?="));
  await expect(found(files, { pattern: "(?<!a)b" })).rejects.toEqual(failing("INVALID_REGEX", "(?<!"));
  await expect(found(files, { pattern: "[" })).rejects.toEqual(failing("INVALID_REGEX"));
  await expect(found(files, { pattern: "(\\w\\d\\s.|x){900}" })).rejects.toEqual(failing("INVALID_REGEX"));
});

test("patterns made to hang an ordinary engine are answered", async () => {
  const files = { f: `${"a".repeat(9000)}!\n`.repeat(20) };
  for (const pattern of ["^(a+)+$", "(a|aa)+$", "(.*)*x", "^(([a-z])+.)+[A-Z]([a-z])+$"]) {
    expect(await found(files, { pattern, timeout_ms: 30_000 }), pattern).toEqual([]);
  }
});

test("a search that takes too long fails with TIMEOUT and no partial results", async () => {
  // Every match tries the whole rest of the line again: quadratic work, which no engine can avoid.
  const files = { f: `${"a".repeat(10_000)}\n`.repeat(90) };
  await expect(found(files, { pattern: "a.*b|c", flags: "g", timeout_ms: 1 })).rejects.toEqual(failing("TIMEOUT"));
});

test("an aborted search stops", async () => {
  await using workspace = await temporaryWorkspace({ f: "a" });
  const controller = new AbortController();
  const running = workspace.run(regexpSearchTool, { pattern: "a" }, workspace.context({ signal: controller.signal }));
  const reason = new Error("enough");
  controller.abort(reason);
  await expect(running).rejects.toBe(reason);
});

test("include narrows, exclude beats include, built-in excludes beat both", async () => {
  const files = {
    "src/a.ts": "x",
    "src/a.test.ts": "x",
    "docs/a.md": "x",
    "node_modules/m/a.ts": "x",
    ".git/a.ts": "x",
  };
  expect(await found(files, { pattern: "x", include: ["*.ts"] })).toEqual(["src/a.test.ts:1:1:x", "src/a.ts:1:1:x"]);
  expect(await found(files, { pattern: "x", include: ["**/*.ts"], exclude: ["*.test.ts"] })).toEqual([
    "src/a.ts:1:1:x",
  ]);
  expect(await found(files, { pattern: "x", include: ["node_modules/**", ".git/**"] })).toEqual([]);
  expect(await found(files, { pattern: "x", root_path: "src", include: ["a.ts"] })).toEqual(["src/a.ts:1:1:x"]);
  expect(await found(files, { pattern: "x", exclude: ["src"] })).toEqual(["docs/a.md:1:1:x"]);
});

test("max_results cuts, and truncated says whether there was more", async () => {
  await using workspace = await temporaryWorkspace({ f: "x\n".repeat(3) });
  const search = (max_results: number) => workspace.run(regexpSearchTool, { pattern: "x", max_results });
  expect(await search(2)).toMatchObject({ truncated: true, items: [{ line: 1 }, { line: 2 }] });
  expect(await search(3)).toMatchObject({ truncated: false });
});

test("what is skipped is counted: binary and large files, clipped lines; links are not followed", async () => {
  await using workspace = await temporaryWorkspace({
    binary: Buffer.from("x\0x"),
    large: "x".repeat(1024 * 1024 + 1),
    wide: `${" ".repeat(10_000)}x\n`,
    "dir/f": "x",
  });
  await symlink("dir", join(workspace.root, "link"));
  await symlink(workspace.outside, join(workspace.root, "out"));
  const { items, scanned_files, warnings } = await workspace.run(regexpSearchTool, { pattern: "x" });
  expect(items.map(({ path }) => path)).toEqual(["dir/f"]);
  expect(scanned_files).toBe(2);
  expect(warnings).toEqual({
    skipped_binary_files: 1,
    skipped_large_files: 1,
    unreadable_entries: 0,
    clipped_lines: 1,
  });
});

test("a long match and a long line are shown shortened", async () => {
  await using workspace = await temporaryWorkspace({ f: "x".repeat(5000) });
  const { items } = await workspace.run(regexpSearchTool, { pattern: "x+" });
  expect(items).toHaveLength(1);
  expect(items[0]?.match).toBe(`${"x".repeat(500)}…`);
});

test("empty matches are no matches", async () => {
  expect(await found({ f: "ab\n" }, { pattern: "x*", flags: "g" })).toEqual([]);
});

test("a root that is not a directory inside the workspace is refused", async () => {
  const files = { file: "x" };
  await expect(found(files, { pattern: "x", root_path: "file" })).rejects.toEqual(failing("NOT_DIRECTORY"));
  await expect(found(files, { pattern: "x", root_path: "nowhere" })).rejects.toEqual(failing("NOT_FOUND"));
  await expect(found(files, { pattern: "x", root_path: ".." })).rejects.toEqual(failing("sandbox_violation"));
});
