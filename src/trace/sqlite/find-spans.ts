/**
 * Which spans a query means, by their `seq`. The way to them depends on what is rare: a condition that few spans fulfil
 * is followed first; otherwise the index of their text, or the facts, are read in the order of answers until enough fit.
 */
import type { Sql } from "../../engine/sqlite/statements.ts";
import type { SpanQuery } from "../trace-store.ts";
import { type Condition, rarest, valuesOf, whereAll } from "./condition.ts";
import { factConditions } from "./fact-conditions.ts";
import { givenKeywords, matchExpression, occursInText } from "./keywords.ts";
import { type Page, pageOf } from "./page.ts";

export function findSpans(sql: Sql, query: SpanQuery): number[] {
  const page = pageOf(query);
  const facts = factConditions(query);
  const keywords = givenKeywords(query.keywords);
  const rare = query.spanId === undefined ? rarest(sql, "span_facts", facts) : undefined;
  if (query.spanId !== undefined || rare !== undefined || keywords.length === 0) {
    const texts = keywords.map(occursInText);
    return read(sql, page, { source: factsBy(rare ?? facts.find(({ isOrdered }) => isOrdered)), facts, texts });
  }
  const matches = keywords.map((keyword) => ({ keyword, match: matchExpression(sql, keyword) }));
  const indexed = matches.flatMap(({ match }) => match ?? []).join(" AND ");
  const texts = matches.filter(({ match }) => match === undefined).map(({ keyword }) => occursInText(keyword));
  if (indexed === "") return read(sql, page, { source: factsBy(undefined), facts, texts });
  return readMatches(sql, indexed, page, { facts, texts });
}

interface Reading {
  readonly facts: readonly Condition[];
  /** On the text of a span, which is read only when its facts fit. */
  readonly texts: readonly Condition[];
}

function factsBy(condition: Condition | undefined): string {
  return condition?.index === undefined ? "span_facts NOT INDEXED" : `span_facts INDEXED BY ${condition.index}`;
}

function read(sql: Sql, page: Page, { source, facts, texts }: Reading & { source: string }): number[] {
  const conditions = [...page.conditions, ...facts];
  return sql(`
    SELECT seq FROM ${source} WHERE ${whereAll(conditions)} AND ${textsFit("span_facts.seq", texts)}
    ORDER BY seq ${page.direction} LIMIT ?`)
    .all(...valuesOf(conditions), ...valuesOf(texts), page.limit)
    .map(({ seq }) => Number(seq));
}

/**
 * Rows of the index bear the seq of their span with a minus: the newest come first. Bounds have to be integers: Node binds
 * a number as a real, with which FTS5 would not begin at the bound but pass every match before it.
 */
function readMatches(sql: Sql, match: string, page: Page, { facts, texts }: Reading): number[] {
  const bounds = page.conditions.map(({ sql: bound, values }) => ({
    sql: `rowid ${bound === "seq < ?" ? ">" : "<"} CAST(-? AS INTEGER)`,
    values,
  }));
  const factsFit =
    facts.length === 0 ? "1" : `EXISTS (SELECT 1 FROM span_facts WHERE seq = -found.rowid AND ${whereAll(facts)})`;
  return sql(`
    SELECT -rowid AS seq FROM span_search AS found WHERE span_search MATCH ? AND ${whereAll(bounds)}
    AND ${factsFit} AND ${textsFit("-found.rowid", texts)}
    ORDER BY rowid ${page.direction === "DESC" ? "ASC" : "DESC"} LIMIT ?`)
    .all(match, ...valuesOf(bounds), ...valuesOf(facts), ...valuesOf(texts), page.limit)
    .map(({ seq }) => Number(seq));
}

function textsFit(seq: string, texts: readonly Condition[]): string {
  return texts.length === 0 ? "1" : `EXISTS (SELECT 1 FROM spans WHERE spans.seq = ${seq} AND ${whereAll(texts)})`;
}
