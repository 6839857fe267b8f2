/**
 * Hands batches to a thread of its own. The thread keeps the process alive only while it has a batch in hand. When it
 * cannot be started, inside a bundle for example, or dies, its work is done on this thread from then on.
 */
import { Worker } from "node:worker_threads";
import { KigumiError } from "../../errors/kigumi-error.ts";
import type { TraceRecordText } from "../trace-record.ts";
import type { TraceSink } from "../trace-sink.ts";
import { InThreadSink } from "./in-thread-sink.ts";
import type { TraceFileOptions, TraceWriterOptions, WriteOutcome } from "./trace-writer.ts";
import type { FromWriter, ToWriter } from "./writer-worker.ts";

/** Long, because nobody waits for this thread. */
const busyTimeoutMs = 5_000;

export class WorkerSink implements TraceSink {
  readonly #options: TraceFileOptions;
  readonly #module: () => URL;
  #worker: Worker | undefined;
  #fallback: InThreadSink | undefined;

  /** `module` is what the thread runs. */
  constructor(options: TraceFileOptions, module: () => URL = workerModule) {
    this.#options = options;
    this.#module = module;
  }

  get isOffThread(): boolean {
    return this.#fallback === undefined;
  }

  get mostRecords(): number {
    return this.#fallback?.mostRecords ?? 1000;
  }

  async write(records: readonly TraceRecordText[]): Promise<WriteOutcome> {
    if (this.#fallback === undefined) {
      const answer = await this.#ask(records);
      if (answer !== "lost") return outcomeOf(answer);
      this.#worker = undefined;
      this.#fallback = new InThreadSink(this.#options);
    }
    // What the thread had stored of the batch before it died is not stored twice: writing again changes nothing.
    return this.#fallback.write(records);
  }

  async close(): Promise<void> {
    await this.#fallback?.close();
    const worker = this.#worker;
    this.#worker = undefined;
    if (worker === undefined) return;
    const ended = new Promise((resolve) => worker.once("exit", resolve));
    worker.ref();
    worker.postMessage({ type: "close" } satisfies ToWriter);
    await ended;
  }

  async #ask(records: readonly TraceRecordText[]): Promise<FromWriter | "lost"> {
    this.#worker ??= startWorker(this.#module, { ...this.#options, busyTimeoutMs });
    const worker = this.#worker;
    if (worker === undefined) return "lost";
    worker.ref();
    const { promise, resolve } = Promise.withResolvers<FromWriter | "lost">();
    const onLost = () => resolve("lost");
    worker.once("message", resolve);
    worker.once("exit", onLost);
    worker.postMessage({ type: "write", records } satisfies ToWriter);
    try {
      return await promise;
    } finally {
      worker.off("message", resolve).off("exit", onLost);
      worker.unref();
    }
  }
}

function startWorker(module: () => URL, options: TraceWriterOptions): Worker | undefined {
  try {
    const worker = new Worker(module(), { workerData: options });
    // Its exit follows, and is what counts; without a listener the error would end the process.
    return worker.on("error", () => {});
  } catch {
    return undefined;
  }
}

/** Beside this file in the sources; the built package, which keeps its modules in chunks, knows it by name. */
function workerModule(): URL {
  if (import.meta.url.endsWith(".ts")) return new URL("./writer-worker.ts", import.meta.url);
  return new URL(import.meta.resolve("kigumi/trace/writer-worker"));
}

function outcomeOf(answer: FromWriter): WriteOutcome {
  if (answer.type === "written") return answer.outcome;
  const { code, message, isRetryable } = answer;
  throw new KigumiError({ code, message, isRetryable });
}
