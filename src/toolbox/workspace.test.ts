import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { temporaryWorkspace } from "./testing/temporary-workspace.ts";
import { createWorkspace, isInside } from "./workspace.ts";

const violation = expect.objectContaining({ code: "sandbox_violation" });

test("relative and absolute paths inside the root resolve to real paths, also before they exist", async () => {
  await using temporary = await temporaryWorkspace({ "a/b.txt": "b" });
  const workspace = createWorkspace({ root: temporary.root });
  await expect(workspace.resolve("a/b.txt")).resolves.toBe(join(temporary.root, "a/b.txt"));
  await expect(workspace.resolve(join(temporary.root, "a"))).resolves.toBe(join(temporary.root, "a"));
  await expect(workspace.resolve("a/../new/deep/file")).resolves.toBe(join(temporary.root, "new/deep/file"));
  await expect(workspace.resolve(".")).resolves.toBe(temporary.root);
});

test("a path that leaves the root is a sandbox violation", async () => {
  await using temporary = await temporaryWorkspace();
  const workspace = createWorkspace({ root: temporary.root });
  for (const path of ["..", "../x", "a/../../x", "/etc/passwd", `${temporary.root}-sibling/x`, "nul\0byte"]) {
    await expect(workspace.resolve(path), path).rejects.toEqual(violation);
  }
});

test('a file called "..x" is a file like any other', async () => {
  await using temporary = await temporaryWorkspace({ "..x": "dots" });
  const workspace = createWorkspace({ root: temporary.root });
  await expect(workspace.resolve("..x")).resolves.toBe(join(temporary.root, "..x"));
  await expect(workspace.resolve("...")).resolves.toBe(join(temporary.root, "..."));
});

test("a path through a symbolic link is judged by where it leads", async () => {
  await using temporary = await temporaryWorkspace({ "inner/file": "x" });
  await mkdir(join(temporary.outside, "secret"));
  await symlink(join(temporary.outside, "secret"), join(temporary.root, "out"));
  await symlink("inner", join(temporary.root, "in"));
  const workspace = createWorkspace({ root: temporary.root });
  await expect(workspace.resolve("out")).rejects.toEqual(violation);
  await expect(workspace.resolve("out/not/there/yet")).rejects.toEqual(violation);
  await expect(workspace.resolve("in/file")).resolves.toBe(join(temporary.root, "inner/file"));
});

test("a dangling link is followed too: writing through it would create a file outside", async () => {
  await using temporary = await temporaryWorkspace();
  await symlink(join(temporary.outside, "not-there"), join(temporary.root, "dangling"));
  await symlink("dangling", join(temporary.root, "chain"));
  await symlink("later", join(temporary.root, "inside"));
  const workspace = createWorkspace({ root: temporary.root });
  await expect(workspace.resolve("dangling")).rejects.toEqual(violation);
  await expect(workspace.resolve("chain")).rejects.toEqual(violation);
  await expect(workspace.resolve("dangling/below")).rejects.toEqual(violation);
  await expect(workspace.resolve("inside")).resolves.toBe(join(temporary.root, "later"));
});

test("a loop of links is refused, not followed for ever", async () => {
  await using temporary = await temporaryWorkspace();
  await symlink("b", join(temporary.root, "a"));
  await symlink("a", join(temporary.root, "b"));
  await expect(createWorkspace({ root: temporary.root }).resolve("a/x")).rejects.toEqual(violation);
});

test("unrestricted lifts the confinement to the root", async () => {
  await using temporary = await temporaryWorkspace();
  await writeFile(join(temporary.outside, "beside"), "x");
  const workspace = createWorkspace({ root: temporary.root, writeScope: "unrestricted" });
  await expect(workspace.resolve("../beside")).resolves.toBe(join(temporary.outside, "beside"));
});

test("the root itself may be reached through a link, and has to be a directory", async () => {
  await using temporary = await temporaryWorkspace({ file: "x" });
  await symlink(temporary.root, join(temporary.outside, "link"));
  expect(createWorkspace({ root: join(temporary.outside, "link") }).root).toBe(temporary.root);
  const missing = expect.objectContaining({ code: "workspace_not_found" });
  expect(() => createWorkspace({ root: join(temporary.root, "nowhere") })).toThrow(missing);
  expect(() => createWorkspace({ root: join(temporary.root, "file") })).toThrow(missing);
});

test("whatever the segments, a path counts as inside exactly when it begins with the root's segments", () => {
  const segment = fc.constantFrom("a", "b", "..x", "...", "root");
  fc.assert(
    fc.property(fc.array(segment), fc.array(segment), (root, path) => {
      const begins = root.every((name, index) => path[index] === name);
      expect(isInside(`/${root.join("/")}`, `/${path.join("/")}`)).toBe(begins);
    }),
  );
});

test("an empty root is refused: it would be wherever this process happens to run", () => {
  for (const root of ["", " "]) {
    expect(() => createWorkspace({ root })).toThrow(expect.objectContaining({ code: "workspace_not_found" }));
  }
});
