/** What events of a run say, in the fields of a span. */
import type { JsonObject, JsonValue } from "../../json/json.ts";
import type { EventOf } from "../../run/event.ts";
import type { Usage } from "../../run/plan.ts";
import { deniedCall } from "../denied-call.ts";
import type { Span, SpanData, Trace } from "../span.ts";

export function traceOf({ runId, agentId, sessionId, labels }: EventOf<"run_started">): Trace {
  const metadata = { agent_name: agentId, agent_run_id: runId, ...labels };
  return { traceId: runId, name: agentId, groupId: sessionId ?? null, metadata };
}

export function parentOf({ parent }: EventOf<"run_started">): string | null {
  return parent === undefined ? null : callSpanId(parent);
}

export function agentData({ agentId, messages }: EventOf<"run_started">): SpanData {
  return { type: "agent", name: agentId, input: messages };
}

/** Not with a slash: that is how the run got its id which answers the call, and that run is a span, too. */
export function callSpanId({ runId, callId }: { readonly runId: string; readonly callId: string }): string {
  return `${runId}#call/${callId}`;
}

export function callData({ tool, args, callId, effect }: EventOf<"tool_call_scheduled">): SpanData {
  return { type: "function", name: tool, input: JSON.stringify(args), output: null, call_id: callId, effect };
}

export function resultData({ outcome, childRunId }: EventOf<"tool_result_received">): JsonObject {
  const output = outcome.type === "success" ? (outcome.content as JsonValue) : outcome.failure.error;
  return { output, ...(childRunId === undefined ? {} : { child_run_id: childRunId }) };
}

export function resultError({ outcome }: EventOf<"tool_result_received">, isDenied: boolean): Span["error"] {
  if (outcome.type === "success") return null;
  const { kind, error } = outcome.failure;
  return isDenied ? deniedCall(error, "policy", { type: kind }) : { message: error, data: { type: kind } };
}

export function runError({ error }: EventOf<"run_completed">): Span["error"] {
  return error === undefined ? null : { message: error.message, data: { type: error.kind } };
}

export function modelUsage(usage: readonly Usage[]): { model?: string; usage?: JsonObject } {
  const [first] = usage;
  if (first === undefined) return {};
  const sum = (read: (each: Usage) => number | undefined) =>
    usage.reduce<number | undefined>((total, each) => {
      const value = read(each);
      return value === undefined ? total : (total ?? 0) + value;
    }, undefined);
  const totals = {
    input_tokens: sum((each) => each.inputTokens),
    output_tokens: sum((each) => each.outputTokens),
    cache_read_tokens: sum((each) => each.cacheReadTokens),
    cache_write_tokens: sum((each) => each.cacheWriteTokens),
    cost: sum((each) => each.cost),
  };
  return { model: first.model, usage: JSON.parse(JSON.stringify(totals)) };
}

export function timeOf({ at }: { readonly at: number }): string {
  return new Date(at).toISOString();
}
