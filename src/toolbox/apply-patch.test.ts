import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { createTwoFilesPatch } from "diff";
import fc from "fast-check";
import { expect, test } from "vitest";
import { applyPatchTool } from "./apply-patch.ts";
import { temporaryWorkspace } from "./testing/temporary-workspace.ts";

const failing = (code: string, text = "") => expect.objectContaining({ code, message: expect.stringContaining(text) });

const patchOf = (before: string, after: string) =>
  createTwoFilesPatch("a/f", "b/f", before, after, undefined, undefined, { context: 3 });

test("4.3 apply_patch changes the file as the diff says", async () => {
  await using workspace = await temporaryWorkspace({ "src/f": "one\ntwo\nthree\n" });
  const patch = "--- a/src/f\n+++ b/src/f\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n";
  const result = await workspace.run(applyPatchTool, { filePath: "src/f", patch });
  expect(result).toEqual({ file_path: "src/f", exit_code: 0, changed: true, stderr: "" });
  expect(await workspace.read("src/f")).toBe("one\n2\nthree\n");
});

test("a hunk that moved still fits, and CRLF is kept", async () => {
  await using workspace = await temporaryWorkspace({ f: "new first line\r\none\r\ntwo\r\n" });
  await workspace.run(applyPatchTool, { filePath: "f", patch: "@@ -1,2 +1,2 @@\n one\n-two\n+2\n" });
  expect(await workspace.read("f")).toBe("new first line\r\none\r\n2\r\n");
});

test("a patch that changes nothing says so", async () => {
  await using workspace = await temporaryWorkspace({ f: "one\n" });
  const result = await workspace.run(applyPatchTool, { filePath: "f", patch: "@@ -1,1 +1,1 @@\n-one\n+one\n" });
  expect(result.changed).toBe(false);
});

test("a hunk that does not fit is named, and nothing is written", async () => {
  const before = Array.from({ length: 40 }, (_, n) => `line ${n}`).join("\n");
  const after = before.replace("line 2\n", "two\n").replace("line 20\n", "twenty\n").replace("line 38\n", "late\n");
  const actual = before.replace("line 20\n", "something else\n");
  await using workspace = await temporaryWorkspace({ f: actual });
  await expect(workspace.run(applyPatchTool, { filePath: "f", patch: patchOf(before, after) })).rejects.toEqual(
    failing("APPLY_FAILED", "hunk 2 of 3 (@@ -18,7 +18,7 @@)"),
  );
  expect(await workspace.read("f")).toBe(actual);
});

test("what is not a patch for one existing text file is refused", async () => {
  await using workspace = await temporaryWorkspace({ f: "one\n", "dir/x": "x", binary: Buffer.from([0]) });
  await symlink("f", join(workspace.root, "link"));
  await mkdir(join(workspace.outside, "other"));
  const patch = patchOf("one\n", "two\n");
  const run = (filePath: string, text = patch) => workspace.run(applyPatchTool, { filePath, patch: text });
  await expect(run("missing")).rejects.toEqual(failing("NOT_FOUND"));
  await expect(run("dir")).rejects.toEqual(failing("NOT_FILE"));
  await expect(run("link")).rejects.toEqual(failing("NOT_FILE"));
  await expect(run("binary")).rejects.toEqual(failing("BINARY_NOT_SUPPORTED"));
  await expect(run("../other")).rejects.toEqual(failing("sandbox_violation"));
  await expect(run("f", "no patch at all")).rejects.toEqual(failing("INVALID_ARGUMENT"));
  await expect(run("f", "@@ -1,5 +1,5 @@\n one\n")).rejects.toEqual(failing("INVALID_ARGUMENT"));
  await expect(run("f", patch + patch.replaceAll("/f", "/g"))).rejects.toEqual(
    failing("INVALID_ARGUMENT", "several files"),
  );
  await expect(run("f", "--- a/f\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-one\n")).rejects.toEqual(
    failing("INVALID_ARGUMENT"),
  );
  expect(await workspace.read("f")).toBe("one\n");
});

test("a file too large to patch is refused", async () => {
  await using workspace = await temporaryWorkspace({ f: Buffer.alloc(10_000_001, "a") });
  await expect(workspace.run(applyPatchTool, { filePath: "f", patch: patchOf("a", "b") })).rejects.toEqual(
    failing("FILE_TOO_LARGE"),
  );
});

test("the diff of two texts, applied to the one, gives the other", async () => {
  await using workspace = await temporaryWorkspace();
  const text = fc
    .array(fc.constantFrom("a\n", "b\n", "c\n"), { minLength: 1, maxLength: 15 })
    .map((all) => all.join(""));
  await fc.assert(
    fc.asyncProperty(text, text, async (before, after) => {
      fc.pre(before !== after);
      await workspace.write("f", before);
      await workspace.run(applyPatchTool, { filePath: "f", patch: patchOf(before, after) });
      expect(await workspace.read("f")).toBe(after);
    }),
    { numRuns: 50 },
  );
});
