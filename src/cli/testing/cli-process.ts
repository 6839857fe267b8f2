/** Starts the command line as people do: a process of its own, with arguments, pipes and an exit code. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const MAIN = fileURLToPath(new URL("../main.ts", import.meta.url));
export const TEST_APP: string = fileURLToPath(new URL("./test-app.ts", import.meta.url));

export interface CliResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The lines of stdout, read as JSON. */
  readonly json: Record<string, unknown>[];
}

export interface CliOptions {
  readonly input?: string;
  readonly env?: Record<string, string>;
}

export class CliFolder {
  readonly path: string = mkdtempSync(join(tmpdir(), "kigumi-cli-"));

  /** Runs a command to its end. */
  async run(args: readonly string[], { input = "", env = {} }: CliOptions = {}): Promise<CliResult> {
    const process = this.start(args, env);
    process.child.stdin.end(input);
    return process.ended;
  }

  /** With the test app. */
  app(args: readonly string[], options?: CliOptions): Promise<CliResult> {
    return this.run([...args, "--app", TEST_APP], options);
  }

  start(args: readonly string[], env: Record<string, string> = {}): CliProcess {
    return new CliProcess(
      spawn(process.execPath, [MAIN, ...args], { cwd: this.path, env: { PATH: process.env.PATH ?? "", ...env } }),
    );
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

export class CliProcess {
  readonly child: ChildProcessWithoutNullStreams;
  readonly ended: Promise<CliResult>;
  #stdout = "";
  #stderr = "";

  constructor(child: ChildProcessWithoutNullStreams) {
    this.child = child;
    child.stdout.setEncoding("utf8").on("data", (text) => {
      this.#stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text) => {
      this.#stderr += text;
    });
    this.ended = once(child, "close").then(([code]) => {
      const [stdout, stderr] = [this.#stdout, this.#stderr];
      return { code, stdout, stderr, json: stdout.startsWith("{") ? jsonLines(stdout) : [] };
    });
  }

  /** Resolves when this text has been written to stdout. */
  async shown(text: string): Promise<void> {
    while (!this.#stdout.includes(text)) {
      const isOver = await Promise.race([
        once(this.child.stdout, "data").then(() => false),
        this.ended.then(() => true),
      ]);
      if (isOver && !this.#stdout.includes(text))
        throw new Error(`ended without ${text}:\n${this.#stdout}${this.#stderr}`);
    }
  }
}

function jsonLines(text: string): Record<string, unknown>[] {
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}
