import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { sha256Of } from "./files/text-file.ts";
import { readFileTool } from "./read-file.ts";
import { temporaryWorkspace } from "./testing/temporary-workspace.ts";

const failing = (code: string) => expect.objectContaining({ code, message: expect.stringMatching(`^${code}: `) });

test("4.3 read_file returns lines with CRLF as LF, and what the file is", async () => {
  await using workspace = await temporaryWorkspace({ "src/a.txt": "one\r\ntwo\r\nthree" });
  const { meta, ...page } = await workspace.run(readFileTool, { path: "./src/../src/a.txt" });
  expect(page).toEqual({ path: "src/a.txt", content: "one\ntwo\nthree", truncated: false, next_start_line: null });
  expect(meta).toEqual({
    byte_length: 15,
    line_count: 3,
    returned_line_count: 3,
    mtime_ms: expect.any(Number),
    content_sha256: sha256Of("one\r\ntwo\r\nthree"),
  });
});

test("4.3 without max_lines a page has 200 lines, and says where the next one starts", async () => {
  await using workspace = await temporaryWorkspace({ long: "x\n".repeat(201) });
  const page = await workspace.run(readFileTool, { path: "long" });
  expect(page).toMatchObject({ truncated: true, next_start_line: 201, meta: { returned_line_count: 200 } });
  const rest = await workspace.run(readFileTool, { path: "long", start_line: 201 });
  expect(rest).toMatchObject({ content: "x\n", truncated: false, next_start_line: null });
});

test("a start beyond the end is an empty page, and an empty file has no lines", async () => {
  await using workspace = await temporaryWorkspace({ a: "one\n", empty: "" });
  const beyond = await workspace.run(readFileTool, { path: "a", start_line: 9 });
  expect(beyond).toMatchObject({ content: "", truncated: false, next_start_line: null });
  const empty = await workspace.run(readFileTool, { path: "empty" });
  expect(empty).toMatchObject({ content: "", truncated: false, meta: { line_count: 0, byte_length: 0 } });
});

test("pages joined together give the file", async () => {
  await using workspace = await temporaryWorkspace();
  const text = fc
    .array(fc.constantFrom("a", "\n", "\r\n", "ü", "𝄞", " "), { maxLength: 30 })
    .map((all) => all.join(""));
  await fc.assert(
    fc.asyncProperty(text, fc.integer({ min: 1, max: 4 }), async (content, max_lines) => {
      await workspace.write("file", content);
      let joined = "";
      let start_line: number | null = 1;
      while (start_line !== null) {
        const page: Awaited<ReturnType<typeof read>> = await read(start_line);
        joined += page.content;
        start_line = page.next_start_line;
      }
      expect(joined).toBe(content.replaceAll("\r\n", "\n"));

      function read(start: number) {
        return workspace.run(readFileTool, { path: "file", start_line: start, max_lines });
      }
    }),
    { numRuns: 50 },
  );
});

test("what is not a text file is refused with its own code", async () => {
  await using workspace = await temporaryWorkspace({
    "binary.bin": Buffer.from([0x41, 0, 0x42]),
    "large.txt": "x".repeat(1024 * 1024 + 1),
    "exactly.txt": "x".repeat(1024 * 1024),
    "dir/file": "x",
  });
  await symlink("dir/file", join(workspace.root, "link"));
  await symlink("dir", join(workspace.root, "linked-dir"));
  const read = (path: string) => workspace.run(readFileTool, { path });
  await expect(read("nowhere")).rejects.toEqual(failing("NOT_FOUND"));
  await expect(read("dir/file/below")).rejects.toEqual(failing("NOT_DIRECTORY"));
  await expect(read("dir")).rejects.toEqual(failing("NOT_FILE"));
  await expect(read("link")).rejects.toEqual(failing("NOT_FILE"));
  await expect(read("binary.bin")).rejects.toEqual(failing("BINARY_NOT_SUPPORTED"));
  await expect(read("large.txt")).rejects.toEqual(failing("SIZE_LIMIT_EXCEEDED"));
  await expect(read("exactly.txt")).resolves.toMatchObject({ meta: { line_count: 1 } });
  await expect(read("linked-dir/file")).resolves.toMatchObject({ path: "dir/file", content: "x" });
});

test("the sandbox holds when the tool is run by itself", async () => {
  await using workspace = await temporaryWorkspace({ "..x": "dots" });
  await mkdir(join(workspace.outside, "secret"));
  await symlink(join(workspace.outside, "secret"), join(workspace.root, "out"));
  const violation = expect.objectContaining({ code: "sandbox_violation" });
  await expect(workspace.run(readFileTool, { path: "../secret" })).rejects.toEqual(violation);
  await expect(workspace.run(readFileTool, { path: "out/key" })).rejects.toEqual(violation);
  await expect(workspace.run(readFileTool, { path: "..x" })).resolves.toMatchObject({ content: "dots" });
});

test("limits are in the schema", async () => {
  await using workspace = await temporaryWorkspace({ a: "x" });
  const invalid = expect.objectContaining({ code: "invalid_tool_input" });
  for (const range of [{ start_line: 0 }, { max_lines: 0 }, { max_lines: 501 }, { max_lines: 1.5 }]) {
    await expect(workspace.run(readFileTool, { path: "a", ...range }), JSON.stringify(range)).rejects.toEqual(invalid);
  }
  await expect(workspace.run(readFileTool, { path: "" })).rejects.toEqual(invalid);
});

test("without a workspace the tool says how to give it one", async () => {
  await using workspace = await temporaryWorkspace();
  const { createToolContext } = await import("../runtime/tool-context.ts");
  await expect(workspace.run(readFileTool, { path: "a" }, createToolContext())).rejects.toEqual(
    expect.objectContaining({ code: "workspace_missing", message: expect.stringContaining("createWorkspace") }),
  );
});
