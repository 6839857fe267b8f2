/** Runs a command in this process, for tests that need no process of their own. */
import { Readable, Writable } from "node:stream";
import { runCli } from "../run-cli.ts";
import type { CliResult } from "./cli-process.ts";

export interface HereOptions {
  readonly cwd: string;
  readonly input?: string;
  readonly env?: Record<string, string>;
  readonly signal?: AbortSignal;
}

export async function runHere(args: readonly string[], options: HereOptions): Promise<CliResult> {
  const { cwd, input = "", env = {}, signal = new AbortController().signal } = options;
  const [stdout, stderr] = [new TextStream(), new TextStream()];
  const stdin = Readable.from([input]);
  const code = await runCli(args, {
    ...{ stdin, stdout, stderr, env, cwd, signal },
    interrupt: () => {},
    userName: "ana",
    version: "1.2.3",
  });
  const json = stdout.text.startsWith("{") ? stdout.text.trimEnd().split("\n") : [];
  return { code, stdout: stdout.text, stderr: stderr.text, json: json.map((line) => JSON.parse(line)) };
}

class TextStream extends Writable {
  text = "";

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString("utf8");
    done();
  }
}
