import { chmod, lstat, mkdir, readdir, stat, symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryWorkspace } from "./testing/temporary-workspace.ts";
import { writeFileTool } from "./write-file.ts";

const failing = (code: string) => expect.objectContaining({ code });

test("4.3 write_file creates a file with its parents, and says so", async () => {
  await using workspace = await temporaryWorkspace();
  const created = await workspace.run(writeFileTool, { path: "a/b/ü.txt", content: "grün" });
  expect(created).toEqual({ path: "a/b/ü.txt", created: true, bytes_written: 5 });
  expect(await workspace.read("a/b/ü.txt")).toBe("grün");
});

test("a file that is replaced keeps its mode, and no temporary file stays", async () => {
  await using workspace = await temporaryWorkspace({ "run.sh": "old" });
  await chmod(join(workspace.root, "run.sh"), 0o775);
  const replaced = await workspace.run(writeFileTool, { path: "run.sh", content: "" });
  expect(replaced).toEqual({ path: "run.sh", created: false, bytes_written: 0 });
  expect((await stat(join(workspace.root, "run.sh"))).mode & 0o777).toBe(0o775);
  expect(await readdir(workspace.root)).toEqual(["run.sh"]);
});

test("a directory, a link and a file in the place of a directory are refused, and nothing changes", async () => {
  await using workspace = await temporaryWorkspace({ "dir/file": "x" });
  await symlink("dir/file", join(workspace.root, "link"));
  await symlink("later", join(workspace.root, "dangling"));
  const write = (path: string) => workspace.run(writeFileTool, { path, content: "new" });
  await expect(write("dir")).rejects.toEqual(failing("NOT_FILE"));
  await expect(write("link")).rejects.toEqual(failing("NOT_FILE"));
  await expect(write("dangling")).rejects.toEqual(failing("NOT_FILE"));
  await expect(write("dir/file/below")).rejects.toEqual(failing("INVALID_ARGUMENT"));
  expect(await workspace.read("dir/file")).toBe("x");
  expect(await workspace.exists("later")).toBe(false);
  expect((await readdir(workspace.root)).sort()).toEqual(["dangling", "dir", "link"]);
});

test("nothing is written outside, nor in a read-only workspace", async () => {
  await using workspace = await temporaryWorkspace();
  await mkdir(join(workspace.outside, "other"));
  await symlink(join(workspace.outside, "other"), join(workspace.root, "out"));
  await symlink(join(workspace.outside, "new"), join(workspace.root, "dangling"));
  for (const path of ["../x", "out/x", "dangling"]) {
    await expect(workspace.run(writeFileTool, { path, content: "x" }), path).rejects.toEqual(
      failing("sandbox_violation"),
    );
  }
  const readOnly = workspace.context({ writeScope: "read-only" });
  await expect(workspace.run(writeFileTool, { path: "x", content: "x" }, readOnly)).rejects.toEqual(
    failing("sandbox_violation"),
  );
  expect((await readdir(workspace.outside)).sort()).toEqual(["other", "workspace"]);
  expect(await readdir(join(workspace.outside, "other"))).toEqual([]);
  expect(await workspace.exists("x")).toBe(false);
});

test("git's own files are not written: a hook would be a way to execute", async () => {
  await using workspace = await temporaryWorkspace({ ".git/config": "" });
  await symlink(".git", join(workspace.root, "innocent"));
  for (const path of [".git/hooks/pre-commit", "innocent/config", "sub/.GIT/config", ".git"]) {
    await expect(workspace.run(writeFileTool, { path, content: "x" }), path).rejects.toEqual(
      failing("sandbox_violation"),
    );
  }
  await workspace.run(writeFileTool, { path: ".gitignore", content: "dist" });
  const unrestricted = workspace.context({ writeScope: "unrestricted" });
  await workspace.run(writeFileTool, { path: ".git/description", content: "x" }, unrestricted);
  expect(await workspace.read(".git/description")).toBe("x");
});

test("unrestricted writes outside, and shows the whole path", async () => {
  await using workspace = await temporaryWorkspace();
  const ctx = workspace.context({ writeScope: "unrestricted" });
  const written = await workspace.run(writeFileTool, { path: "../beside.txt", content: "x" }, ctx);
  expect(written).toEqual({ path: join(workspace.outside, "beside.txt"), created: true, bytes_written: 1 });
  expect((await lstat(join(workspace.outside, "beside.txt"))).isFile()).toBe(true);
});
