/** The desk in a process of its own, as the demo sees it from outside: start it, read its events, kill it. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { RunEvent } from "kigumi";

const WORKER = fileURLToPath(new URL("./worker.ts", import.meta.url));

export interface DeskProcessOptions {
  readonly dataDir: string;
  readonly runId: string;
  /** Starts the run; without it the run is there and goes on. */
  readonly question?: string;
  /** Options for Node itself. */
  readonly nodeOptions: readonly string[];
}

export class DeskProcess {
  readonly #child: ChildProcess;
  readonly #events: AsyncIterator<string>;
  readonly #exited: Promise<unknown>;
  #complaints = "";

  constructor({ dataDir, runId, question, nodeOptions }: DeskProcessOptions) {
    const args = [...nodeOptions, WORKER, dataDir, runId, ...(question === undefined ? [] : [question])];
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
    child.stderr.on("data", (text) => {
      this.#complaints += text;
    });
    this.#child = child;
    this.#events = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    this.#exited = once(child, "exit");
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Reads on until an event of this type has come. */
  async until(type: RunEvent["type"]): Promise<RunEvent> {
    for (;;) {
      const { value: line, done } = await this.#events.next();
      if (done) throw new Error(`the desk stopped before ${type}\n${this.#complaints}`);
      const event: RunEvent = JSON.parse(line);
      if (event.type === type) return event;
    }
  }

  /** No chance to clean up, as when the power fails. */
  async kill(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#exited;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
  }
}
