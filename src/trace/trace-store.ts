/**
 * What can be asked of recorded traces. Answers come newest first, in the order in which spans were written; `before`
 * leads to the next page, and `after` turns the order around, to follow what is being written.
 */
import type { JsonObject, JsonValue } from "../json/json.ts";
import type { Rubric } from "./extract/rubric.ts";
import type { ToolCallRecord } from "./extract/tool-calls.ts";
import type { UsageRecord } from "./extract/usage.ts";

export interface TraceStore {
  searchTraces(query?: TraceQuery): Promise<readonly TraceRecord[]>;
  searchSpans(query?: SpanQuery): Promise<readonly SpanRecord[]>;
  getTrace(traceId: string): Promise<TraceRecord | undefined>;
  getSpan(spanId: string): Promise<SpanRecord | undefined>;
  /** In the order in which they were written. */
  getSpansByTrace(traceId: string): Promise<readonly SpanRecord[]>;
  /** Those written to the trace after `sinceSeq` (an `ingestSeq`), oldest first; all of them for 0. */
  getSpansSince(traceId: string, sinceSeq?: number): Promise<readonly SpanRecord[]>;
  capabilities(): TraceCapabilities;
}

/** Every condition given has to hold. */
export interface TraceQuery extends PageQuery {
  readonly traceId?: string;
  readonly workflowName?: string;
  readonly groupId?: string;
  /** When the first span of the trace started, both ends included. */
  readonly startedFrom?: Instant;
  readonly startedTo?: Instant;
  /** Whether any span failed. */
  readonly hasError?: boolean;
  /** Whether any span called a tool or asked for one. */
  readonly hasToolCall?: boolean;
  /** A span ran this tool. */
  readonly tool?: string;
  /** Each occurs in the input or output of a span, not necessarily the same one; case is ignored. */
  readonly keywords?: readonly string[];
  /** Values of top-level keys; of a list, any. `null` means absent or null. */
  readonly metadata?: Readonly<Record<string, MetadataValue | readonly MetadataValue[]>>;
  /** A judge gave such a score. */
  readonly score?: NumberRange;
  /** Over the whole trace. */
  readonly tokens?: NumberRange;
  readonly cost?: NumberRange;
}

/** Every condition given has to hold. */
export interface SpanQuery extends PageQuery {
  readonly traceId?: string;
  readonly spanId?: string;
  readonly spanType?: string;
  readonly name?: string;
  /** Runs of this tool. */
  readonly tool?: string;
  readonly outputKind?: OutputKind;
  /** When the span started, both ends included. */
  readonly startedFrom?: Instant;
  readonly startedTo?: Instant;
  readonly hasError?: boolean;
  readonly hasToolCall?: boolean;
  /** Each occurs in the input or the output; case is ignored. */
  readonly keywords?: readonly string[];
  readonly score?: NumberRange;
  readonly tokens?: NumberRange;
  readonly cost?: NumberRange;
}

export interface PageQuery {
  /** Default 100. */
  readonly limit?: number;
  /** The `seq` of the last record of the page before: only older ones. */
  readonly before?: number;
  /** A `seq`: only newer ones, the oldest of them first. */
  readonly after?: number;
}

export type MetadataValue = string | number | boolean | null;

/** A date, or ISO 8601 text; without an offset the text means UTC. */
export type Instant = Date | string;

export interface NumberRange {
  readonly min?: number;
  readonly max?: number;
  readonly below?: number;
}

/** What a span came out with; `judge` wins over the others, `text` is what is left. */
export type OutputKind = "judge" | "tool_calls" | "structured" | "text";

export interface TraceRecord {
  /** The place among all traces: later traces have greater ones. */
  readonly seq: number;
  readonly traceId: string;
  readonly workflowName: string;
  readonly groupId?: string;
  /** The earliest start and the latest end of its spans. */
  readonly startedAt?: Date;
  readonly endedAt?: Date;
  /** As given when the trace began, and `usage_total`. */
  readonly metadata: JsonObject;
}

export interface SpanRecord {
  /** The place among all spans; a span that is written again moves to the end. */
  readonly seq: number;
  /** The place within the trace, counted from 1. */
  readonly ingestSeq: number;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId?: string;
  readonly spanType: string;
  readonly name?: string;
  readonly startedAt?: Date;
  /** Absent while the span is not finished. */
  readonly endedAt?: Date;
  readonly input?: string;
  readonly output?: string;
  readonly outputKind?: OutputKind;
  readonly toolCalls?: readonly ToolCallRecord[];
  readonly structured?: JsonValue;
  readonly rubric?: Rubric;
  readonly usage?: UsageRecord;
  readonly error?: JsonValue;
  /** The span as it was exported, with secrets masked. */
  readonly raw?: JsonValue;
}

/** What a store can answer; a program that works on any store asks first. */
export interface TraceCapabilities {
  readonly keywords: boolean;
  readonly hasToolCall: boolean;
  readonly metadataQuery: boolean;
  readonly limit: boolean;
  readonly since: boolean;
}
