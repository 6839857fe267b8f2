import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { type ExecCommandInput, execCommandTool } from "./exec-command.ts";
import { commandEnvironment, commandEnvironmentKey } from "./process/command-environment.ts";
import { temporaryWorkspace } from "./testing/temporary-workspace.ts";

const failing = (code: string) => expect.objectContaining({ code });
const sh = (script: string): Pick<ExecCommandInput, "command"> => ({ command: ["sh", "-c", script] });

/** Waits until no process has this id any more. */
async function gone(pid: number): Promise<void> {
  for (;;) {
    const state = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
    // A zombie is a process that ended and was not asked for yet.
    if (state === undefined || state.slice(state.lastIndexOf(")")).startsWith(") Z")) return;
    await sleep(20);
  }
}

test("4.3 exec_command runs a command and tells everything about it", async () => {
  await using workspace = await temporaryWorkspace({ "sub/file": "x" });
  const command = ["sh", "-c", "pwd; echo oops >&2; exit 3"];
  const result = await workspace.run(execCommandTool, { cwd: "sub", command });
  expect(result).toEqual({
    cwd: "sub",
    command,
    exit_code: 3,
    stdout: `${join(workspace.root, "sub")}\n`,
    stderr: "oops\n",
    stdout_truncated: false,
    stderr_truncated: false,
    timed_out: false,
    duration_ms: expect.any(Number),
  });
});

test("arguments reach the program as they are", async () => {
  await using workspace = await temporaryWorkspace();
  const words = ["$HOME", "a b", "*", "'", '"', ";"];
  const result = await workspace.run(execCommandTool, { command: ["printf", "%s\\n", ...words], shell_mode: "direct" });
  expect(result.stdout).toBe(words.map((word) => `${word}\n`).join(""));
});

test("stdin is passed on, and a program that does not read it is no error", async () => {
  await using workspace = await temporaryWorkspace();
  expect(await workspace.run(execCommandTool, { command: ["cat"], stdin: "grün\n" })).toMatchObject({
    stdout: "grün\n",
  });
  const ignored = await workspace.run(execCommandTool, { command: ["true"], stdin: "x".repeat(1_000_000) });
  expect(ignored.exit_code).toBe(0);
  expect(await workspace.run(execCommandTool, { command: ["cat"] })).toMatchObject({ exit_code: 0, stdout: "" });
});

test("a command that takes too long is stopped with all it started, and its exit code is 124", async () => {
  await using workspace = await temporaryWorkspace();
  const script = "sleep 1000 & echo $!; trap '' TERM; echo before; while :; do sleep 1; done";
  const result = await workspace.run(execCommandTool, { ...sh(script), timeout_ms: 300 });
  expect(result).toMatchObject({ exit_code: 124, timed_out: true });
  expect(result.stdout).toMatch(/^\d+\nbefore\n$/);
  await gone(Number.parseInt(result.stdout, 10));
});

test("an aborted command is killed with all it started, and the call rejects with the reason", async () => {
  await using workspace = await temporaryWorkspace();
  const controller = new AbortController();
  const running = workspace.run(
    execCommandTool,
    sh("sleep 1000 & echo $! > pid; wait"),
    workspace.context({ signal: controller.signal }),
  );
  while (!(await workspace.exists("pid")) || (await workspace.read("pid")) === "") await sleep(10);
  const reason = new Error("enough");
  controller.abort(reason);
  await expect(running).rejects.toBe(reason);
  await gone(Number.parseInt(await workspace.read("pid"), 10));
});

test("a process left in the background ends with the command and does not hold it up", async () => {
  await using workspace = await temporaryWorkspace();
  const result = await workspace.run(execCommandTool, sh("sleep 1000 & echo $!"));
  expect(result).toMatchObject({ exit_code: 0, timed_out: false });
  await gone(Number.parseInt(result.stdout, 10));
});

test("100 MB of output stay within the cap, per stream, while the command runs to its end", async () => {
  await using workspace = await temporaryWorkspace();
  const result = await workspace.run(execCommandTool, {
    ...sh("head -c 100000000 /dev/zero | tr '\\0' x; echo done >&2; exit 7"),
    max_output_chars: 1000,
  });
  expect(result).toMatchObject({ exit_code: 7, stdout: "x".repeat(1000), stdout_truncated: true });
  expect(result).toMatchObject({ stderr: "done\n", stderr_truncated: false });
});

test("the cap counts characters and never cuts one in half", async () => {
  await using workspace = await temporaryWorkspace();
  const stdin = `${"ü".repeat(999)}𝄞`;
  const cut = await workspace.run(execCommandTool, { command: ["cat"], stdin, max_output_chars: 1000 });
  expect(cut).toMatchObject({ stdout: "ü".repeat(999), stdout_truncated: true });
  const whole = await workspace.run(execCommandTool, { command: ["cat"], stdin, max_output_chars: 1001 });
  expect(whole).toMatchObject({ stdout: stdin, stdout_truncated: false });
});

test("a command ended by a signal has the exit code a shell would give it", async () => {
  await using workspace = await temporaryWorkspace();
  expect(await workspace.run(execCommandTool, sh("kill -9 $$"))).toMatchObject({ exit_code: 137, timed_out: false });
});

test("secrets of this process do not reach commands unless they are given", async () => {
  await using workspace = await temporaryWorkspace();
  process.env.KIGUMI_TEST_SECRET = "hunter2";
  try {
    const plain = await workspace.run(execCommandTool, { command: ["env"] });
    expect(plain.stdout).not.toContain("hunter2");
    expect(plain.stdout).toContain("PATH=");
    const overrides = new Map([
      [commandEnvironmentKey.id, () => commandEnvironment({ GIVEN: "yes", HOME: undefined })],
    ]);
    const given = await workspace.run(execCommandTool, { command: ["env"] }, workspace.context({ overrides }));
    expect(given.stdout).toContain("GIVEN=yes\n");
    expect(given.stdout).not.toMatch(/^HOME=/m);
    expect(given.stdout).not.toContain("hunter2");
  } finally {
    delete process.env.KIGUMI_TEST_SECRET;
  }
});

test("what cannot be started is refused with its own code", async () => {
  await using workspace = await temporaryWorkspace({ file: "not a program" });
  const run = (input: ExecCommandInput) => workspace.run(execCommandTool, input);
  await expect(run({ command: ["no-such-program-anywhere"] })).rejects.toEqual(failing("COMMAND_NOT_FOUND"));
  await expect(run({ command: ["./file"] })).rejects.toEqual(failing("INVALID_ARGUMENT"));
  await expect(run({ command: ["true"], cwd: "file" })).rejects.toEqual(failing("NOT_DIRECTORY"));
  await expect(run({ command: ["true"], cwd: "nowhere" })).rejects.toEqual(failing("NOT_FOUND"));
  await expect(run({ command: ["true"], cwd: ".." })).rejects.toEqual(failing("sandbox_violation"));
  for (const input of [{ command: [] }, { command: [""] }, { command: ["a\0b"] }]) {
    await expect(run(input)).rejects.toEqual(failing("invalid_tool_input"));
  }
  for (const range of [{ timeout_ms: 0 }, { timeout_ms: 120_001 }, { max_output_chars: 999 }]) {
    await expect(run({ command: ["true"], ...range })).rejects.toEqual(failing("invalid_tool_input"));
  }
});

test("running a command is a write: a read-only workspace refuses it", async () => {
  await using workspace = await temporaryWorkspace();
  const ctx = workspace.context({ writeScope: "read-only" });
  await expect(workspace.run(execCommandTool, { command: ["true"] }, ctx)).rejects.toEqual(
    failing("sandbox_violation"),
  );
});
