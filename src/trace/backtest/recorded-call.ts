/**
 * The tool calls a store remembers, read page by page so that memory does not grow with the store. A function span is a
 * call that some loop ran or refused; where a loop records none, what its model asked for counts instead.
 */
import { isObject, type JsonObject } from "../../json/json.ts";
import { wireName } from "../../tool/wire-name.ts";
import { parsedJson } from "../extract/parsed-json.ts";
import type { Instant, SpanQuery, SpanRecord, TraceStore } from "../trace-store.ts";
import { wasAnsweredWithRefusal } from "./refused-answer.ts";
import { wasRefused } from "./was-refused.ts";

export interface RecordedCall {
  readonly traceId: string;
  readonly spanId: string;
  readonly at?: Date;
  /** As recorded: a tool id, or its wire name. */
  readonly tool: string;
  /** The arguments as text. */
  readonly input: string;
  /** Undefined when the text is no JSON object, such as one that was cut. */
  readonly args?: JsonObject;
  /** False also where the record does not tell what became of the call. */
  readonly wasRefused: boolean;
}

export interface RecordedPeriod {
  readonly since?: Instant;
  readonly until?: Instant;
  readonly signal?: AbortSignal;
}

const PAGE = 200;

export async function* recordedCalls(store: TraceStore, period: RecordedPeriod): AsyncGenerator<RecordedCall> {
  for await (const span of spansOf(store, { spanType: "function" }, period)) {
    if (span.name !== undefined) yield toRecordedCall(span, span.name, span.input ?? "", wasRefused(span));
  }
  const isRecorded = functionSpanLookup(store, period.signal);
  for await (const span of spansOf(store, { outputKind: "tool_calls" }, period)) {
    for (const { id, name, arguments: args } of span.toolCalls ?? []) {
      if (await isRecorded(span.traceId, name)) continue;
      const isRefused = id !== undefined && (await wasAnsweredWithRefusal(store, span.traceId, id));
      yield toRecordedCall(span, name, typeof args === "string" ? args : JSON.stringify(args ?? {}), isRefused);
    }
  }
}

async function* spansOf(
  store: TraceStore,
  query: SpanQuery,
  { since, until, signal }: RecordedPeriod,
): AsyncGenerator<SpanRecord> {
  let before: number | undefined;
  while (true) {
    signal?.throwIfAborted();
    const page = await store.searchSpans({
      ...query,
      limit: PAGE,
      ...(since === undefined ? {} : { startedFrom: since }),
      ...(until === undefined ? {} : { startedTo: until }),
      ...(before === undefined ? {} : { before }),
    });
    yield* page;
    before = page.at(-1)?.seq;
    if (page.length < PAGE) return;
  }
}

/** Whether the trace has a function span of the tool: then what the model asked for has been counted already. */
function functionSpanLookup(
  store: TraceStore,
  signal: AbortSignal | undefined,
): (traceId: string, tool: string) => Promise<boolean> {
  // Spans of a trace lie close together, so the last trace is all there is to remember.
  let known = { traceId: "", tools: new Set<string>() };
  return async (traceId, tool) => {
    if (known.traceId !== traceId) {
      const tools = new Set<string>();
      const abort = signal === undefined ? {} : { signal };
      for await (const { name = "" } of spansOf(store, { traceId, spanType: "function" }, abort)) {
        tools.add(comparableName(name));
      }
      known = { traceId, tools };
    }
    return known.tools.has(comparableName(tool));
  };
}

/** Models ask by wire name, where a function span may have the id; vendors differ in what they make of a hyphen. */
function comparableName(name: string): string {
  return wireName(name).replaceAll("-", "_");
}

function toRecordedCall(span: SpanRecord, tool: string, input: string, isRefused: boolean): RecordedCall {
  const { traceId, spanId, startedAt } = span;
  // A call without arguments is recorded as an empty text by some loops.
  const parsed = input.trim() === "" ? {} : parsedJson(input);
  return {
    traceId,
    spanId,
    ...(startedAt === undefined ? {} : { at: startedAt }),
    tool,
    input,
    ...(isObject(parsed) ? { args: parsed as JsonObject } : {}),
    wasRefused: isRefused,
  };
}
