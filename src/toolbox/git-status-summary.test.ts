import { execFileSync } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createToolContext } from "../runtime/tool-context.ts";
import { gitStatusSummaryTool } from "./git-status-summary.ts";
import { temporaryWorkspace } from "./testing/temporary-workspace.ts";
import { createWorkspace } from "./workspace.ts";

const failing = (code: string) => expect.objectContaining({ code });

function git(cwd: string, ...args: string[]): void {
  const identity = ["-c", "user.name=Test", "-c", "user.email=test@example.com", "-c", "init.defaultBranch=main"];
  execFileSync("git", [...identity, ...args], { cwd, stdio: "ignore" });
}

test("4.3 git_status_summary shows root, branch and the porcelain status with its branch line", async () => {
  await using workspace = await temporaryWorkspace({ "src/a.txt": "a\n", "b.txt": "b\n" });
  git(workspace.root, "init");
  git(workspace.root, "add", ".");
  git(workspace.root, "commit", "-m", "first");
  await workspace.write("src/a.txt", "changed\n");
  await workspace.write("new.txt", "new\n");
  const status = await workspace.run(gitStatusSummaryTool, {});
  expect(status).toEqual({
    repository_root: workspace.root,
    branch: "main",
    raw: "## main\n M src/a.txt\n?? new.txt\n",
  });
  expect(await workspace.run(gitStatusSummaryTool, { cwd: "src" })).toMatchObject({ repository_root: workspace.root });
});

test("a repository without commits has a branch, a detached HEAD has none", async () => {
  await using workspace = await temporaryWorkspace({ a: "" });
  git(workspace.root, "init");
  expect(await workspace.run(gitStatusSummaryTool, {})).toMatchObject({
    branch: "main",
    raw: "## No commits yet on main\n?? a\n",
  });
  git(workspace.root, "add", ".");
  git(workspace.root, "commit", "-m", "first");
  git(workspace.root, "checkout", "--detach");
  expect(await workspace.run(gitStatusSummaryTool, {})).toMatchObject({ branch: null, raw: "## HEAD (no branch)\n" });
});

test("a repository that reaches beyond the workspace is reported for the workspace alone", async () => {
  await using workspace = await temporaryWorkspace({ "package/mine": "", theirs: "" });
  git(workspace.root, "init");
  const ctx = createToolContext({ workspace: createWorkspace({ root: join(workspace.root, "package") }) });
  const status = await workspace.run(gitStatusSummaryTool, {}, ctx);
  expect(status.raw).toContain("?? package/");
  expect(status.raw).not.toContain("theirs");
});

test("what is no work tree is refused with its own code", async () => {
  await using workspace = await temporaryWorkspace({ file: "" });
  const status = (cwd?: string) => workspace.run(gitStatusSummaryTool, cwd === undefined ? {} : { cwd });
  await expect(status()).rejects.toEqual(failing("NOT_GIT_REPOSITORY"));
  await expect(status("file")).rejects.toEqual(failing("NOT_DIRECTORY"));
  await expect(status("..")).rejects.toEqual(failing("sandbox_violation"));
});

test("a program that the repository wants to start is not started", async () => {
  await using workspace = await temporaryWorkspace({ "hook.sh": "#!/bin/sh\ntouch started\n" });
  git(workspace.root, "init");
  git(workspace.root, "config", "core.fsmonitor", "sh ./hook.sh");
  await workspace.run(gitStatusSummaryTool, {});
  expect(await workspace.exists("started")).toBe(false);
});

test("files that merely look like a repository are none, whatever work tree they claim", async () => {
  await using workspace = await temporaryWorkspace();
  const bare = join(workspace.root, "bare");
  await mkdir(bare);
  git(bare, "init", "--bare");
  git(bare, "config", "core.bare", "false");
  git(bare, "config", "core.worktree", workspace.root);
  await expect(workspace.run(gitStatusSummaryTool, { cwd: "bare" })).rejects.toEqual(failing("NOT_GIT_REPOSITORY"));
});
