/** One store with its journals, and the processes that work on it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { WorkerOptions } from "./worker.ts";

const WORKER = fileURLToPath(new URL("./worker.ts", import.meta.url));
/** A worker that is still at it by then hangs: runs take a fraction of a second. */
const HANGS_AFTER_MS = 60_000;
const COMPILE_CACHE = join(tmpdir(), "kigumi-crash-compile-cache");

/** How a worker went: killed, or done after passing so many boundaries. */
export type Ending = { readonly type: "killed" } | { readonly type: "done"; readonly passed: number };

export interface Site extends Disposable {
  readonly files: Pick<WorkerOptions, "store" | "effects" | "acknowledged">;
  readonly runIds: readonly string[];
  work(options?: WorkSettings): Worker;
}

export interface WorkSettings extends Pick<Partial<WorkerOptions>, "killAt" | "toolMs"> {
  /** Short, so that a restarted worker need not wait for the claims of the dead one. */
  leaseMs?: number;
}

export interface Worker {
  readonly pid: number | undefined;
  /** Rejects when the worker ended in any other way. */
  readonly ending: Promise<Ending>;
  /** It has opened the store. Never resolves when it was killed before. */
  readonly ready: Promise<void>;
  kill(): void;
}

export function createSite(runs: number): Site {
  const folder = mkdtempSync(join(tmpdir(), "kigumi-crash-"));
  const file = (name: string) => join(folder, name);
  const files = { store: file("runs.db"), effects: file("effects.jsonl"), acknowledged: file("acknowledged.jsonl") };
  const runIds = Array.from({ length: runs }, (_, index) => `run${index}`);
  return {
    files,
    runIds,
    work: ({ leaseMs = 150, ...settings } = {}) => startWorker({ ...files, runIds, leaseMs, ...settings }),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  };
}

function startWorker(options: WorkerOptions): Worker {
  const child = spawn(process.execPath, [WORKER, JSON.stringify(options)], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NODE_OPTIONS: "", NODE_COMPILE_CACHE: COMPILE_CACHE },
  });
  let [said, complaints] = ["", ""];
  const ready = Promise.withResolvers<void>();
  child.stdout.on("data", (text) => {
    said += text;
    if (said.includes("ready")) ready.resolve();
  });
  child.stderr.on("data", (text) => {
    complaints += text;
  });
  const watchdog = setTimeout(() => {
    complaints += "it hangs";
    child.kill("SIGKILL");
  }, HANGS_AFTER_MS);
  const ending = once(child, "close").then(([code, signal]): Ending => {
    clearTimeout(watchdog);
    const passed = /passed (\d+)/.exec(said)?.[1];
    if (complaints === "" && signal === "SIGKILL") return { type: "killed" };
    if (complaints === "" && code === 0 && passed !== undefined) return { type: "done", passed: Number(passed) };
    throw new Error(`a worker ended with ${signal ?? code}: ${complaints || said}`);
  });
  return { pid: child.pid, ending, ready: ready.promise, kill: () => child.kill("SIGKILL") };
}
