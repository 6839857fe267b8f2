/**
 * Remembers traces in a SQLite file, and answers questions about them. Tracing costs the agent a few microseconds a span
 * and can neither fail nor hold it up: everything else happens on another thread. What is asked sees all that was traced
 * before. Spans still open when the tracer is flushed are stored as unfinished, and again when they end.
 */
import { KigumiError, toKigumiError } from "../errors/kigumi-error.ts";
import type { RetentionLimits } from "../tool/output/output-store.ts";
import { OpenSpans } from "./open-spans.ts";
import { reportOrWarn } from "./report-or-warn.ts";
import type { Span, Trace } from "./span.ts";
import type { PrunedTraces } from "./sqlite/prune-traces.ts";
import { createTraceStore, type TraceFileStore } from "./sqlite/sqlite-trace-store.ts";
import { traceFile } from "./sqlite/trace-file.ts";
import { type TraceFileOptions, TraceWriter } from "./sqlite/trace-writer.ts";
import { WorkerSink } from "./sqlite/worker-sink.ts";
import { spanRecord, traceRecord } from "./trace-record.ts";
import type { SpanQuery, SpanRecord, TraceCapabilities, TraceQuery, TraceRecord } from "./trace-store.ts";
import type { Tracer } from "./tracer.ts";
import { withinTime } from "./within-time.ts";
import { writeAtExit } from "./write-at-exit.ts";
import { WriteQueue, type WriteStats } from "./write-queue.ts";

export interface SQLiteTracerOptions extends Omit<TraceFileOptions, "file"> {
  /** How much may wait to be stored, in characters, before further spans are dropped and counted. Default 64 Mi. */
  readonly maxQueueLength?: number;
  /** How long a question waits for a lock of another process. Default 10 seconds. */
  readonly lockTimeoutMs?: number;
  /** Told what could not be stored, once for each time that begins. Default: a process warning. */
  readonly onError?: (error: KigumiError) => void;
}

export interface TracerStats extends WriteStats {
  /** Spans that have started and not ended. */
  readonly open: number;
  /** False when no thread could be started, and the agent's own thread writes. */
  readonly isOffThread: boolean;
}

const lockWaitAtExitMs = 2_000;

export class SQLiteTracer implements Tracer, TraceFileStore {
  readonly #file: TraceFileOptions;
  readonly #sink: WorkerSink;
  readonly #queue: WriteQueue;
  readonly #store: TraceFileStore;
  readonly #open: OpenSpans;
  readonly #report: (error: KigumiError) => void;
  #undoAtExit: (() => void) | undefined;

  constructor(path = ".kigumi/traces.db", options: SQLiteTracerOptions = {}) {
    const { maxChars, maxFileBytes, maxQueueLength = 64 << 20, lockTimeoutMs } = options;
    const file = traceFile(path);
    this.#file = { file, maxChars, maxFileBytes };
    this.#report = reportOrWarn(options.onError);
    this.#sink = new WorkerSink(this.#file);
    this.#queue = new WriteQueue({ sink: this.#sink, maxLength: maxQueueLength, onError: this.#report });
    this.#open = new OpenSpans((span) => this.#add(spanRecord(span)), this.#report);
    this.#store = createTraceStore({ file, ...(lockTimeoutMs === undefined ? {} : { lockTimeoutMs }) });
  }

  get stats(): TracerStats {
    return { ...this.#queue.stats, open: this.#open.size, isOffThread: this.#sink.isOffThread };
  }

  async onTraceStart(trace: Trace): Promise<void> {
    this.#open.guarded(() => this.#add(traceRecord(trace)));
  }

  /** Again: whoever was told of the trace only now has not missed it. */
  onTraceEnd(trace: Trace): Promise<void> {
    return this.onTraceStart(trace);
  }

  async onSpanStart(span: Span): Promise<void> {
    this.#open.started(span);
  }

  async onSpanEnd(span: Span): Promise<void> {
    this.#open.ended(span);
  }

  async forceFlush(): Promise<void> {
    await this.#flush();
  }

  /** Stores what it can within `timeout` milliseconds. What cannot be stored now is kept, and tried again. */
  async shutdown(timeout?: number): Promise<void> {
    const isStored = await withinTime(timeout, this.#flush());
    if (!isStored) this.#report(notStored(this.#queue.stats.waiting));
    // Out of time: whatever is at work goes on.
    if (isStored === undefined) return;
    await this.#sink.close();
    await this.#store[Symbol.asyncDispose]();
    if (this.#queue.stats.waiting > 0) return;
    this.#undoAtExit?.();
    this.#undoAtExit = undefined;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.shutdown();
  }

  async searchTraces(query?: TraceQuery): Promise<readonly TraceRecord[]> {
    await this.#queue.flush();
    return this.#store.searchTraces(query);
  }

  async searchSpans(query?: SpanQuery): Promise<readonly SpanRecord[]> {
    await this.#queue.flush();
    return this.#store.searchSpans(query);
  }

  async getTrace(traceId: string): Promise<TraceRecord | undefined> {
    await this.#queue.flush();
    return this.#store.getTrace(traceId);
  }

  async getSpan(spanId: string): Promise<SpanRecord | undefined> {
    await this.#queue.flush();
    return this.#store.getSpan(spanId);
  }

  async getSpansByTrace(traceId: string): Promise<readonly SpanRecord[]> {
    await this.#queue.flush();
    return this.#store.getSpansByTrace(traceId);
  }

  async getSpansSince(traceId: string, sinceSeq?: number): Promise<readonly SpanRecord[]> {
    await this.#queue.flush();
    return this.#store.getSpansSince(traceId, sinceSeq);
  }

  capabilities(): TraceCapabilities {
    return this.#store.capabilities();
  }

  async prune(limits: RetentionLimits): Promise<PrunedTraces> {
    await this.#queue.flush();
    return this.#store.prune(limits);
  }

  #flush(): Promise<boolean> {
    this.#open.recordAll();
    return this.#queue.flush();
  }

  #add(record: string): void {
    this.#undoAtExit ??= writeAtExit(() => this.#writeAtExit());
    this.#queue.add(record);
  }

  #writeAtExit(): void {
    this.#open.recordAll();
    const records = this.#queue.takeAll();
    if (records.length === 0) return;
    const writer = new TraceWriter({ ...this.#file, busyTimeoutMs: lockWaitAtExitMs });
    try {
      writer.write(records);
    } catch (error) {
      this.#report(toKigumiError(error));
      this.#report(notStored(records.length));
    } finally {
      writer.close();
    }
  }
}

function notStored(waiting: number): KigumiError {
  return new KigumiError({
    code: "trace_not_stored",
    message: `${waiting} trace record(s) could not be stored before the tracer was shut down; they are kept, and tried again until the process ends`,
    isRetryable: true,
    data: { waiting },
  });
}
