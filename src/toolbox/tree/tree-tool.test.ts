import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryWorkspace } from "../testing/temporary-workspace.ts";
import type { TreeNode } from "./grow-tree.ts";
import { treeTool } from "./tree-tool.ts";

const failing = (code: string) => expect.objectContaining({ code });

/** The tree as indented text: a slash after directories, an at sign after links, an ellipsis where it was cut. */
function drawn(node: TreeNode): string {
  const mark = { directory: "/", file: "", symlink: "@" }[node.kind];
  const own = `${"  ".repeat(node.depth)}${node.name}${mark}${node.truncated ? " …" : ""}`;
  return [own, ...(node.children ?? []).map(drawn)].join("\n");
}

test("4.3 tree lists directories, files and links, each by name; links are not followed", async () => {
  await using workspace = await temporaryWorkspace({
    "b/inner.txt": "",
    "a/x": "",
    "z.txt": "",
    "Z.txt": "",
    "10": "",
  });
  await symlink("b", join(workspace.root, "0-link"));
  await symlink(workspace.outside, join(workspace.root, "out"));
  const { root, limit_reached, counts } = await workspace.run(treeTool, { path: "." });
  expect(drawn(root)).toMatchInlineSnapshot(`
    "./
      a/
        x
      b/
        inner.txt
      10
      Z.txt
      z.txt
      0-link@
      out@"
  `);
  expect(limit_reached).toBe(false);
  expect(counts).toEqual({ directories: 3, files: 5, symlinks: 2, total: 10 });
  expect(root.children?.[1]?.children?.[0]).toEqual({ kind: "file", name: "inner.txt", path: "b/inner.txt", depth: 2 });
});

test("built-in excludes and hidden names are left out; hidden names on request", async () => {
  const names = [".git", "node_modules", "dist", "build", "target", ".vscode"];
  const files = Object.fromEntries(names.map((name) => [`${name}/x`, ""]));
  await using workspace = await temporaryWorkspace({ ...files, ".DS_Store": "", ".env": "", "src/a": "" });
  expect(drawn((await workspace.run(treeTool, { path: "." })).root)).toBe("./\n  src/\n    a");
  const withHidden = await workspace.run(treeTool, { path: ".", include_hidden: true });
  expect(drawn(withHidden.root)).toBe("./\n  src/\n    a\n  .env");
});

test("max_depth cuts below, and marks what has more", async () => {
  await using workspace = await temporaryWorkspace({ "a/b/c/d/e": "", "a/empty.txt": "" });
  expect(drawn((await workspace.run(treeTool, { path: ".", max_depth: 0 })).root)).toBe("./ …");
  const { root, limit_reached } = await workspace.run(treeTool, { path: "." });
  expect(drawn(root)).toBe("./\n  a/\n    b/\n      c/ …\n    empty.txt");
  expect(limit_reached).toBe(false);
});

test("max_entries counts the root and cuts what is deepest", async () => {
  await using workspace = await temporaryWorkspace({ "a/1": "", "a/2": "", "b/1": "", c: "" });
  const { root, limit_reached, counts } = await workspace.run(treeTool, { path: ".", max_entries: 5 });
  expect(drawn(root)).toBe("./\n  a/ …\n    1\n  b/ …\n  c");
  expect(limit_reached).toBe(true);
  expect(counts.total).toBe(5);
  const whole = await workspace.run(treeTool, { path: ".", max_entries: 7 });
  expect(whole.limit_reached).toBe(false);
});

test("entry_kind directory and exclude globs narrow the list", async () => {
  await using workspace = await temporaryWorkspace({
    "src/a.ts": "",
    "src/a.test.ts": "",
    "docs/x/y": "",
    "lib/a.js": "",
  });
  const directories = await workspace.run(treeTool, { path: ".", entry_kind: "directory" });
  expect(drawn(directories.root)).toBe("./\n  docs/\n    x/\n  lib/\n  src/");
  const narrowed = await workspace.run(treeTool, { path: ".", exclude: ["*.test.ts", "docs/**", "lib"] });
  expect(drawn(narrowed.root)).toBe("./\n  src/\n    a.ts");
  const inner = await workspace.run(treeTool, { path: "docs", exclude: ["x/y"] });
  expect(inner.root).toMatchObject({ name: "docs", path: "docs", children: [{ path: "docs/x", children: [] }] });
});

test("a file, a missing path and a path outside are refused", async () => {
  await using workspace = await temporaryWorkspace({ file: "" });
  const tree = (path: string) => workspace.run(treeTool, { path });
  await expect(tree("file")).rejects.toEqual(failing("NOT_DIRECTORY"));
  await expect(tree("nowhere")).rejects.toEqual(failing("NOT_FOUND"));
  await expect(tree("..")).rejects.toEqual(failing("sandbox_violation"));
  await expect(workspace.run(treeTool, { path: ".", max_depth: 13 })).rejects.toEqual(failing("invalid_tool_input"));
  await expect(workspace.run(treeTool, { path: ".", max_entries: 0 })).rejects.toEqual(failing("invalid_tool_input"));
});

test("an aborted call stops", async () => {
  await using workspace = await temporaryWorkspace({ a: "" });
  const reason = new Error("enough");
  const ctx = workspace.context({ signal: AbortSignal.abort(reason) });
  await expect(workspace.run(treeTool, { path: "." }, ctx)).rejects.toBe(reason);
});
