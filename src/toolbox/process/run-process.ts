/**
 * Runs a program to its end and tells what it printed and how it ended. It runs in a process group of its own, and
 * when it ends, is out of time or is aborted, the whole group goes: nothing is left running, nothing keeps a pipe open.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";
import { BoundedText } from "./bounded-text.ts";
import type { CommandEnvironment } from "./command-environment.ts";
import type { Invocation } from "./shell-invocation.ts";

/** How long a process has between being asked to stop and being stopped. */
const GRACE_MS = 500;
const EXIT_CODE_OF_TIMEOUT = 124;

export interface RunProcessOptions {
  readonly cwd: string;
  readonly env: CommandEnvironment;
  readonly stdin?: string | undefined;
  readonly timeoutMs: number;
  /** Per stream; what a program prints beyond is dropped while it runs. */
  readonly maxOutputChars: number;
  readonly signal?: AbortSignal | undefined;
}

export interface ProcessOutcome {
  /** 124 after a timeout, 128 and the number of the signal for a program that one ended. */
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly stdoutTruncated: boolean;
  readonly stderrTruncated: boolean;
  readonly timedOut: boolean;
}

/** Rejects with the system's error when the program cannot be started, and with the signal's reason on abort. */
export async function runProcess({ file, args }: Invocation, options: RunProcessOptions): Promise<ProcessOutcome> {
  options.signal?.throwIfAborted();
  const child = spawn(file, args, {
    cwd: options.cwd,
    env: options.env,
    // The leader of a new group, whose id is the child's: one signal reaches all its descendants.
    detached: process.platform !== "win32",
    stdio: [options.stdin === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    windowsHide: true,
  });
  const stdout = collect(child.stdout, options.maxOutputChars);
  const stderr = collect(child.stderr, options.maxOutputChars);
  // A program may end without reading its input; that is its own business.
  child.stdin?.on("error", () => undefined).end(options.stdin);

  let timedOut = false;
  const stop = stopper(child);
  const timer = setTimeout(() => {
    timedOut = true;
    stop();
  }, options.timeoutMs);
  options.signal?.addEventListener("abort", stop, { once: true });
  child.once("exit", stop);
  try {
    const exitCode = await closed(child);
    options.signal?.throwIfAborted();
    return {
      exitCode: timedOut ? EXIT_CODE_OF_TIMEOUT : exitCode,
      stdout: stdout.end(),
      stderr: stderr.end(),
      stdoutTruncated: stdout.truncated,
      stderrTruncated: stderr.truncated,
      timedOut,
    };
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener("abort", stop);
  }
}

function collect(stream: ChildProcess["stdout"], maxChars: number): BoundedText {
  const text = new BoundedText(maxChars);
  stream?.on("data", (bytes: Buffer) => text.write(bytes));
  return text;
}

function closed(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
  });
}

/** Asks the group to stop, and makes it after the grace; a process that left the group at least loses the pipes. */
function stopper(child: ChildProcess): () => void {
  let isStopping = false;
  return () => {
    if (isStopping) return;
    isStopping = true;
    signalGroup(child, "SIGTERM");
    const timer = setTimeout(() => {
      signalGroup(child, "SIGKILL");
      child.stdout?.destroy();
      child.stderr?.destroy();
    }, GRACE_MS);
    child.once("close", () => clearTimeout(timer));
  };
}

function signalGroup(child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === "win32") child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // The group is gone already.
  }
}
