import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runCli } from "./run-cli.ts";
import { CliFolder, TEST_APP } from "./testing/cli-process.ts";

let folder: CliFolder;
beforeEach(() => {
  folder = new CliFolder();
});
afterEach(() => folder[Symbol.dispose]());

const hasEffects = () => existsSync(join(folder.path, ".kigumi/effects.txt"));
const chat = (input: string, ...args: string[]) => folder.app(["chat", "--session", "s1", ...args], { input });

test("a conversation is remembered, also by the process that takes it up again", async () => {
  const first = await chat("hello\nrecall\n");
  expect(first).toMatchObject({ code: 0, stdout: "you said: hello\nhello | you said: hello | recall\n" });
  const second = await chat("recall\n");
  expect(second.stdout).toMatch(/^hello \| you said: hello \| recall \| .* \| recall\n$/);
});

test("only a clear yes approves, under the name that was given", async () => {
  const { stdout } = await chat("restart web-1\nmaybe\n\ny\n", "--by", "bo");
  expect(stdout).toContain("? Restart?\n  web-1 goes down.\n");
  expect(stdout).toContain("✓ approved: restart, by bo\n");
  expect(hasEffects()).toBe(true);
});

test("a question that nobody answered stays open, and comes first when the session is taken up again", async () => {
  const left = await chat("restart web-1\n");
  expect(left).toMatchObject({ code: 0, stdout: expect.stringContaining("kigumi approve ") });
  expect(hasEffects()).toBe(false);
  const again = await chat("n\n", "--by", "bo");
  expect(again.stdout).toContain("✗ declined: restart, by bo\n");
  expect(hasEffects()).toBe(false);
});

test("a clarification is the next line", async () => {
  const { stdout } = await chat("wonder\nthe second\n");
  expect(stdout).toContain("? Which one?\n");
  expect(stdout).toContain("you said: the second\n");
});

test("a run that fails does not end the conversation", async () => {
  const { code, stdout, stderr } = await chat("break\nhello\n");
  expect(code).toBe(0);
  expect(stderr).toContain("the planner broke");
  expect(stdout).toContain("you said: hello\n");
});

test("at a terminal there are colours and prompts, and run asks as chat does", async () => {
  const terminal = new FakeTerminal(folder.path);
  const exit = runCli(["run", "restart web-1", "--app", TEST_APP], terminal.world);
  await terminal.shown("approve as ana? [y/n]");
  terminal.world.stdin.write("yes\n");
  expect(await exit).toBe(0);
  expect(terminal.text).toContain("\u001b[32m✓ approved: restart, by ana");
  expect(hasEffects()).toBe(true);
});

/** Streams that say they are a terminal. */
class FakeTerminal {
  readonly #stop = new AbortController();
  readonly #stdout = terminalStream();
  text = "";
  readonly world: Parameters<typeof runCli>[1] & { stdin: PassThrough };

  constructor(cwd: string) {
    this.#stdout.on("data", (chunk) => {
      this.text += chunk;
    });
    this.world = {
      stdin: terminalStream(),
      stdout: this.#stdout,
      stderr: terminalStream().resume(),
      env: {},
      cwd,
      signal: this.#stop.signal,
      interrupt: () => this.#stop.abort(),
      userName: "ana",
      version: "1.2.3",
    };
  }

  async shown(text: string): Promise<void> {
    while (!this.text.includes(text)) await once(this.#stdout, "data");
  }
}

function terminalStream(): PassThrough & { isTTY: true } {
  return Object.assign(new PassThrough(), { isTTY: true as const });
}
