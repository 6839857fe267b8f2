/** What a query says about single spans, as conditions on the table of facts. */
import { KigumiError } from "../../errors/kigumi-error.ts";
import { isObject } from "../../json/json.ts";
import type { Instant, NumberRange, SpanQuery } from "../trace-store.ts";
import type { Condition } from "./condition.ts";

export function factConditions(query: Omit<SpanQuery, "keywords" | "limit" | "before" | "after">): Condition[] {
  const { traceId, spanId, spanType, name, tool, outputKind, hasError, hasToolCall } = query;
  return [
    ...(spanId === undefined ? [] : [{ sql: "seq = (SELECT seq FROM spans WHERE id = ?)", values: [spanId] }]),
    ...equals("trace_id", traceId, { index: "fact_times" }),
    ...equals("span_type", spanType, { index: "fact_type", isOrdered: true }),
    ...equals("name", name, { index: "fact_name", isOrdered: true }),
    ...(tool === undefined ? [] : [ranTool(tool)]),
    ...equals("output_kind", outputKind, { index: "fact_kind", isOrdered: true }),
    ...startedWithin(query),
    ...(hasError === undefined ? [] : [failed(hasError)]),
    ...(hasToolCall === undefined ? [] : [calledTool(hasToolCall)]),
    ...within("score", query.score, "fact_score"),
    ...within("total_tokens", query.tokens, "fact_tokens"),
    ...within("cost", query.cost, "fact_cost"),
  ];
}

export function ranTool(tool: string): Condition {
  return { sql: "name = ? AND span_type = 'function'", values: [tool], index: "fact_name", isOrdered: true };
}

export function failed(isError: boolean): Condition {
  // Spelled as the partial index spells it.
  return isError
    ? { sql: "is_error", values: [], index: "fact_error", isOrdered: true }
    : { sql: "NOT is_error", values: [] };
}

export function calledTool(isToolCall: boolean): Condition {
  return { sql: "is_tool_call = ?", values: [Number(isToolCall)] };
}

export function startedWithin({ startedFrom, startedTo }: Pick<SpanQuery, "startedFrom" | "startedTo">): Condition[] {
  if (startedFrom === undefined && startedTo === undefined) return [];
  const from = startedFrom === undefined ? Number.MIN_SAFE_INTEGER : milliseconds(startedFrom);
  const to = startedTo === undefined ? Number.MAX_SAFE_INTEGER : milliseconds(startedTo);
  return [{ sql: "started_ms BETWEEN ? AND ?", values: [from, to], index: "fact_start" }];
}

/** `expression` may be a column or anything else that the index is made of. */
export function within(expression: string, range: NumberRange | undefined, index: string): Condition[] {
  if (range === undefined) return [];
  assertRange(range);
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY, below = Number.POSITIVE_INFINITY } = range;
  // Infinite values take part as they are; without the last condition a partial index would not be used.
  const sql = `${expression} >= ? AND ${expression} <= ? AND (${expression} < ? OR ? = 9e999) AND ${expression} IS NOT NULL`;
  return [{ sql, values: [min, max, below, below], index }];
}

function assertRange(range: NumberRange): void {
  const isNumber = (bound: unknown) => bound === undefined || (typeof bound === "number" && !Number.isNaN(bound));
  if (isObject(range) && [range.min, range.max, range.below].every(isNumber)) return;
  throw new KigumiError({
    code: "invalid_trace_query",
    message: `${JSON.stringify(range)} is no range of numbers; give { min }, { max }, { below } or several of them`,
  });
}

function equals(column: string, value: string | undefined, found: Pick<Condition, "index" | "isOrdered">): Condition[] {
  return value === undefined ? [] : [{ sql: `${column} = ?`, values: [value], ...found }];
}

export function milliseconds(instant: Instant): number {
  const isWithoutOffset = typeof instant === "string" && /\d[T ]\d{2}:[\d:.]*$/i.test(instant);
  const time = new Date(isWithoutOffset ? `${instant}Z` : instant).getTime();
  if (Number.isNaN(time)) {
    throw new KigumiError({
      code: "invalid_trace_query",
      message: `${JSON.stringify(String(instant))} is no time; give a Date, or ISO 8601 text such as 2026-10-01T09:00:00Z`,
    });
  }
  return time;
}
