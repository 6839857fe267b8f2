/**
 * Sends spans to OpenTelemetry, in the GenAI conventions, over OTLP/HTTP with JSON: any collector takes that, and no SDK
 * has to be installed. What was said is left out unless it is asked for. Like every tracer, it can neither fail nor hold
 * up the agent; spans wait while the endpoint is away.
 */
import { KigumiError } from "../../errors/kigumi-error.ts";
import { OpenSpans } from "../open-spans.ts";
import { reportOrWarn } from "../report-or-warn.ts";
import type { SanitizerOptions } from "../sanitize/sanitizer.ts";
import type { Span, Trace } from "../span.ts";
import { spanRecord, traceRecord } from "../trace-record.ts";
import type { Tracer } from "../tracer.ts";
import { WriteQueue, type WriteStats } from "../write-queue.ts";
import { OtlpSink } from "./otlp-sink.ts";

export interface OtelTracerOptions extends SanitizerOptions {
  /** Where traces are taken, such as `http://localhost:4318/v1/traces`. */
  readonly endpoint: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Default `kigumi`. */
  readonly serviceName?: string;
  /** Also send inputs, outputs and what errors say, with secrets masked. Default false. */
  readonly captureContent?: boolean;
  /** How long to wait for an answer. Default 10 seconds. */
  readonly timeoutMs?: number;
  /** How much may wait to be sent, in characters. Default 16 Mi. */
  readonly maxQueueLength?: number;
  /** Told what could not be sent. Default: a process warning. */
  readonly onError?: (error: KigumiError) => void;
}

export class OtelTracer implements Tracer, AsyncDisposable {
  readonly #queue: WriteQueue;
  readonly #open: OpenSpans;

  constructor({ onError, maxQueueLength = 16 << 20, ...options }: OtelTracerOptions) {
    assertEndpoint(options.endpoint);
    const defaults = { headers: {}, serviceName: "kigumi", captureContent: false, timeoutMs: 10_000 };
    const report = reportOrWarn(onError);
    this.#queue = new WriteQueue({
      sink: new OtlpSink({ ...defaults, ...options }),
      maxLength: maxQueueLength,
      onError: report,
    });
    this.#open = new OpenSpans((span) => this.#queue.add(spanRecord(span)), report);
  }

  get stats(): WriteStats {
    return this.#queue.stats;
  }

  async onTraceStart(trace: Trace): Promise<void> {
    this.#open.guarded(() => this.#queue.add(traceRecord(trace)));
  }

  async onTraceEnd(): Promise<void> {}

  async onSpanStart(span: Span): Promise<void> {
    this.#open.started(span);
  }

  async onSpanEnd(span: Span): Promise<void> {
    this.#open.ended(span);
  }

  /** A span can be sent once only, so those still open are not: not before `shutdown`. */
  async forceFlush(): Promise<void> {
    await this.#queue.flush();
  }

  async shutdown(): Promise<void> {
    this.#open.recordAll();
    await this.#queue.flush();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.shutdown();
  }
}

function assertEndpoint(endpoint: string): void {
  if (URL.canParse(endpoint) && /^https?:/i.test(endpoint)) return;
  throw new KigumiError({
    code: "invalid_trace_endpoint",
    message: `${JSON.stringify(endpoint) ?? "nothing"} is no address to send traces to; give the whole of it, such as http://localhost:4318/v1/traces`,
  });
}
