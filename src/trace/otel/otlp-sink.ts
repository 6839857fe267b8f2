/** Sends batches of spans to an OTLP/HTTP endpoint. What the endpoint cannot take now is sent again, what it refuses is not. */
import { KigumiError, messageOf } from "../../errors/kigumi-error.ts";
import { isObject } from "../../json/json.ts";
import { spanRow } from "../extract/span-row.ts";
import { Sanitizer, type SanitizerOptions } from "../sanitize/sanitizer.ts";
import type { WriteOutcome } from "../sqlite/trace-writer.ts";
import { readRecord, type TraceRecordText } from "../trace-record.ts";
import type { TraceSink } from "../trace-sink.ts";
import type { Attributes } from "./gen-ai-attributes.ts";
import { type OtlpSpan, otlpRequest, otlpSpan } from "./otlp-span.ts";

export interface OtlpSinkOptions extends SanitizerOptions {
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  readonly captureContent: boolean;
  readonly timeoutMs: number;
}

/** What the protocol says may be sent again. */
const retryable = new Set([429, 502, 503, 504]);
/** Traces whose spans still come; the oldest is forgotten first. */
const mostTraces = 10_000;

export class OtlpSink implements TraceSink {
  readonly mostRecords = 512;
  readonly #options: OtlpSinkOptions;
  readonly #sanitizer: Sanitizer;
  /** A trace is no message of its own in the protocol: each of its spans says what it is part of. */
  readonly #traces = new Map<string, Attributes>();

  constructor(options: OtlpSinkOptions) {
    this.#options = options;
    this.#sanitizer = new Sanitizer(options);
  }

  async write(records: readonly TraceRecordText[]): Promise<WriteOutcome> {
    const spans = records.flatMap((record) => this.#spanOf(record));
    if (spans.length === 0) return { refused: [] };
    const response = await this.#post(otlpRequest(spans, this.#options.serviceName));
    const body = await response.text().catch(() => "");
    if (response.ok) return { refused: rejectedSpans(body) };
    const message = `the OTLP endpoint ${this.#options.endpoint} answered ${response.status}`;
    if (retryable.has(response.status)) throw unavailable(message);
    return { refused: spans.map(() => message) };
  }

  async close(): Promise<void> {}

  #spanOf(text: TraceRecordText): OtlpSpan[] {
    const record = readRecord(text);
    if (record.type === "span") {
      const row = spanRow(record.span, this.#sanitizer);
      return [otlpSpan(row, this.#traces.get(row.trace_id) ?? {}, { hasContent: this.#options.captureContent })];
    }
    const { id, workflow_name, group_id } = record.trace;
    this.#traces.set(id, {
      "kantan.workflow_name": this.#sanitizer.text(workflow_name),
      ...(group_id === null ? {} : { "gen_ai.conversation.id": group_id, "kantan.group_id": group_id }),
    });
    const [oldest] = this.#traces.keys();
    if (this.#traces.size > mostTraces && oldest !== undefined) this.#traces.delete(oldest);
    return [];
  }

  async #post(request: object): Promise<Response> {
    const { endpoint, headers, timeoutMs } = this.#options;
    try {
      return await fetch(endpoint, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(request),
        signal: AbortSignal.timeout(timeoutMs),
      });
    } catch (cause) {
      throw unavailable(`the OTLP endpoint ${endpoint} could not be reached: ${messageOf(cause)}`, cause);
    }
  }
}

/** An endpoint may take a batch and refuse some of it. */
function rejectedSpans(body: string): string[] {
  if (body === "") return [];
  try {
    const { partialSuccess } = JSON.parse(body);
    if (!isObject(partialSuccess)) return [];
    const count = Number(partialSuccess.rejectedSpans ?? 0);
    return Array.from({ length: count }, () => String(partialSuccess.errorMessage ?? "refused by the OTLP endpoint"));
  } catch {
    return [];
  }
}

function unavailable(message: string, cause?: unknown): KigumiError {
  return new KigumiError({
    code: "otlp_unavailable",
    message: `${message}; spans are kept and sent again`,
    isRetryable: true,
    cause,
  });
}
