/**
 * Which spans a query means, by their `seq`. The way to them depends on what is rare: a condition that few spans fulfil
 * is followed first; otherwise the index of their text, or the facts, are read in the order of answers until enough fit.
 */
import type { Sql } from "../../engine/sqlite/statements.ts";
import type { SpanQuery } from "../trace-store.ts";
import { type Condition, rarest, valuesOf, whereAll } from "./condition.ts";
import { factConditions } from "./fact-conditions.ts";
import { findMatches, textsFit } from "./find-matches.ts";
import { givenKeywords, occursInText } from "./keywords.ts";
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
  return (
    findMatches(sql, page, { keywords, facts }) ??
    read(sql, page, { source: factsBy(undefined), facts, texts: keywords.map(occursInText) })
  );
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
