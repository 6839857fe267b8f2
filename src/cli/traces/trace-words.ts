/** What the columns and trees of the trace commands say of a span. */
import { isObject, type JsonValue } from "../../json/json.ts";
import type { UsageRecord } from "../../trace/extract/usage.ts";
import type { SpanRecord, TraceRecord } from "../../trace/trace-store.ts";

/** `function docs.search`; a span without a name is its type. */
export function spanTitle({ spanType, name }: Pick<SpanRecord, "spanType" | "name">): string {
  return name === undefined || name === "" || name === spanType ? spanType : `${spanType} ${name}`;
}

/** Why the span failed, or undefined. */
export function failureOf({ error }: Pick<SpanRecord, "error">): string | undefined {
  if (error === undefined || error === null) return undefined;
  return messageIn(error);
}

export function tokensOf(usage: UsageRecord | undefined): string {
  return usage?.total_tokens === undefined ? "" : usage.total_tokens.toLocaleString("en-US");
}

export function usageTotalOf({ metadata }: TraceRecord): UsageRecord | undefined {
  return isObject(metadata.usage_total) ? metadata.usage_total : undefined;
}

function messageIn(error: Exclude<JsonValue, null>): string {
  if (typeof error === "string") return error;
  if (!isObject(error) || typeof error.message !== "string") return JSON.stringify(error);
  // The SDK says "Error running tool" and keeps what the tool said beside it.
  const detail = isObject(error.data) ? error.data.error : undefined;
  return typeof detail === "string" ? `${error.message}: ${detail}` : error.message;
}
