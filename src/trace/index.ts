/** Tracing: tracers for every agent loop, and a store that remembers and searches what they did. */
export type { BacktestChange, BacktestExample, BacktestGroup } from "./backtest/backtest-groups.ts";
export { type BacktestOptions, backtestPolicy, type PolicyBacktest } from "./backtest/backtest-policy.ts";
export type { Rubric } from "./extract/rubric.ts";
export type { ToolCallRecord } from "./extract/tool-calls.ts";
export type { UsageRecord } from "./extract/usage.ts";
export { type FailedJudgeOptions, findFailedJudges, groupFailedByBucket } from "./failed-judges.ts";
export { NoOpTracer } from "./no-op-tracer.ts";
export { OtelTracer, type OtelTracerOptions } from "./otel/otel-tracer.ts";
export { PrintTracer, type PrintTracerOptions } from "./print-tracer.ts";
export { type RunTrace, spansOfRun } from "./runs/spans-of-run.ts";
export { type BacklogOptions, traceBacklog } from "./runs/trace-backlog.ts";
export { type TraceRunsOptions, traceRuns } from "./runs/trace-runs.ts";
export { maskSecrets } from "./sanitize/mask-secrets.ts";
export type { SanitizerOptions } from "./sanitize/sanitizer.ts";
export type { Span, SpanData, SpanError, Trace } from "./span.ts";
export type { PrunedTraces } from "./sqlite/prune-traces.ts";
export { createTraceStore, type TraceFileStore, type TraceStoreOptions } from "./sqlite/sqlite-trace-store.ts";
export { SQLiteTracer, type SQLiteTracerOptions, type TracerStats } from "./sqlite-tracer.ts";
export type {
  Instant,
  MetadataValue,
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
export type { WriteStats } from "./write-queue.ts";
