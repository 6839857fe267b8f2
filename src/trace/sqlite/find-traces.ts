/**
 * Which traces a query means, by their `seq`. What it says about spans holds when some span of the trace fulfils it: if
 * few spans do, their traces are looked up; otherwise traces are read newest first, and each one's spans are asked.
 */
import type { SQLInputValue } from "node:sqlite";
import type { Sql } from "../../engine/sqlite/statements.ts";
import { KigumiError } from "../../errors/kigumi-error.ts";
import type { TraceQuery } from "../trace-store.ts";
import { type Condition, countUpToFew, few, rarest, valuesOf, whereAll } from "./condition.ts";
import { calledTool, failed, ranTool, startedWithin, within } from "./fact-conditions.ts";
import { givenKeywords, matchExpression, occursInText } from "./keywords.ts";
import { pageOf } from "./page.ts";
import { traceCost, traceTokens } from "./schema.ts";

export function findTraces(sql: Sql, query: TraceQuery): number[] {
  const page = pageOf(query);
  const own = traceConditions(query);
  const ofSpans = [
    ...Object.entries(query.metadata ?? {}).map(([key, value]) => someMetadata(sql, key, value)),
    ...spanConditions(query).map((condition) => someSpan(sql, condition)),
    ...(query.hasError === false ? [noSpan(failed(true))] : []),
    ...(query.hasToolCall === false ? [noSpan(calledTool(true))] : []),
    ...startedWithin(query).flatMap((condition) => firstSpan(sql, condition)),
    ...givenKeywords(query.keywords).map((keyword) => someText(sql, keyword)),
  ];
  const index = rarest(sql, "traces", own)?.index;
  const isLookedUp = ofSpans.some((condition) => condition.isLookup);
  const source = index !== undefined ? `traces INDEXED BY ${index}` : isLookedUp ? "traces" : "traces NOT INDEXED";
  const conditions = [...page.conditions, ...own, ...ofSpans];
  return sql(`SELECT seq FROM ${source} WHERE ${whereAll(conditions)} ORDER BY seq ${page.direction} LIMIT ?`)
    .all(...valuesOf(conditions), page.limit)
    .map(({ seq }) => Number(seq));
}

function traceConditions({ traceId, workflowName, groupId, tokens, cost }: TraceQuery): Condition[] {
  return [
    ...(traceId === undefined ? [] : [{ sql: "seq = (SELECT seq FROM traces WHERE id = ?)", values: [traceId] }]),
    ...(workflowName === undefined
      ? []
      : [{ sql: "workflow_name = ?", values: [workflowName], index: "trace_by_workflow" }]),
    ...(groupId === undefined ? [] : [{ sql: "group_id = ?", values: [groupId], index: "trace_by_group" }]),
    ...within(traceTokens, tokens, "trace_by_tokens"),
    ...within(traceCost, cost, "trace_by_cost"),
  ];
}

function spanConditions({ hasError, hasToolCall, tool, score }: TraceQuery): Condition[] {
  return [
    ...(hasError ? [failed(true)] : []),
    ...(hasToolCall ? [calledTool(true)] : []),
    ...(tool === undefined ? [] : [ranTool(tool)]),
    ...within("score", score, "fact_score"),
  ];
}

/** A condition on `traces`; a lookup names them, so that no other trace is read. */
interface TraceCondition extends Condition {
  readonly isLookup?: true;
}

const spansOfTrace = "SELECT 1 FROM span_facts INDEXED BY fact_times WHERE trace_id = traces.id";

function someSpan(sql: Sql, condition: Condition): TraceCondition {
  return countUpToFew(sql, "span_facts", condition) <= few
    ? { sql: `id IN (${tracesBy(condition)})`, values: condition.values, isLookup: true }
    : { sql: `EXISTS (${spansOfTrace} AND ${condition.sql})`, values: condition.values };
}

function tracesBy({ index, sql }: Condition): string {
  return `SELECT trace_id FROM span_facts INDEXED BY ${index} WHERE ${sql}`;
}

function noSpan({ sql, values }: Condition): TraceCondition {
  return { sql: `NOT EXISTS (${spansOfTrace} AND ${sql})`, values };
}

/** A trace starts with the earliest of its spans; one of them within the time does not make it that. */
function firstSpan(sql: Sql, condition: Condition): TraceCondition[] {
  const first = "SELECT min(started_ms) AS started_ms FROM span_facts INDEXED BY fact_times WHERE trace_id = traces.id";
  const exact = { sql: `EXISTS (SELECT 1 FROM (${first}) WHERE ${condition.sql})`, values: condition.values };
  const isRare = countUpToFew(sql, "span_facts", condition) <= few;
  return isRare
    ? [{ sql: `id IN (${tracesBy(condition)})`, values: condition.values, isLookup: true }, exact]
    : [exact];
}

function someText(sql: Sql, keyword: string): TraceCondition {
  const match = matchExpression(sql, keyword);
  if (match !== undefined && matchesFew(sql, match)) {
    const traces =
      "SELECT trace_id FROM span_facts WHERE seq IN (SELECT -rowid FROM span_search WHERE span_search MATCH ?)";
    return { sql: `id IN (${traces})`, values: [match], isLookup: true };
  }
  const { sql: occurs, values } = occursInText(keyword);
  return { sql: `EXISTS (SELECT 1 FROM spans WHERE trace_id = traces.id AND (${occurs}))`, values };
}

function matchesFew(sql: Sql, match: string): boolean {
  const matches = `SELECT 1 FROM span_search WHERE span_search MATCH ? LIMIT ${few + 1}`;
  return Number(sql(`SELECT count(*) AS count FROM (${matches})`).get(match)?.count) <= few;
}

function someMetadata(sql: Sql, key: string, value: unknown): TraceCondition {
  if (!Array.isArray(value)) return hasMetadata(sql, key, value);
  const any = value.map((each) => hasMetadata(sql, key, each));
  return {
    sql: any.length === 0 ? "0" : any.map((each) => each.sql).join(" OR "),
    values: valuesOf(any),
    ...(any.every(({ isLookup }) => isLookup) ? { isLookup: true } : {}),
  };
}

function hasMetadata(sql: Sql, key: string, value: unknown): TraceCondition {
  if (value === null) {
    const given = "SELECT 1 FROM json_each(metadata_json) AS given WHERE given.key = ? AND given.type <> 'null'";
    return { sql: `CASE WHEN json_valid(metadata_json) THEN NOT EXISTS (${given}) ELSE 1 END`, values: [key] };
  }
  const wanted = [key, typeof value, scalar(key, value)];
  const entry = "trace_metadata WHERE key = ? AND kind = ? AND value = ?";
  const count = sql(`SELECT count(*) AS count FROM (SELECT 1 FROM ${entry} LIMIT ${few + 1})`).get(...wanted)?.count;
  return Number(count) <= few
    ? { sql: `seq IN (SELECT trace_seq FROM ${entry})`, values: wanted, isLookup: true }
    : { sql: `EXISTS (SELECT 1 FROM ${entry} AND trace_seq = traces.seq)`, values: wanted };
}

function scalar(key: string, value: unknown): SQLInputValue {
  if (typeof value === "string" || typeof value === "number") return value;
  if (typeof value === "boolean") return Number(value);
  throw new KigumiError({
    code: "trace_query_unsupported",
    message: `metadata can be searched for a text, a number, a boolean or null; ${JSON.stringify(key)} is something else`,
  });
}
