/** Tracing: tracers for every agent loop, and a store that remembers and searches what they did. */
export type { Rubric } from "./extract/rubric.ts";
export type { ToolCallRecord } from "./extract/tool-calls.ts";
export type { UsageRecord } from "./extract/usage.ts";
export type { SanitizerOptions } from "./sanitize/sanitizer.ts";
export type { Span, SpanData, SpanError, Trace } from "./span.ts";
export { createTraceStore, type TraceStoreOptions } from "./sqlite/sqlite-trace-store.ts";
export { SQLiteTracer, type SQLiteTracerOptions, type TracerStats } from "./sqlite-tracer.ts";
export type {
  Instant,
  NumberRange,
  OutputKind,
  PageQuery,
  SpanQuery,
  SpanRecord,
  TraceCapabilities,
  TraceQuery,
  TraceRecord,
  TraceStore,
} from "./trace-store.ts";
export type { Tracer } from "./tracer.ts";
