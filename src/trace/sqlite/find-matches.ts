/**
 * Spans whose text has every keyword, by their `seq`, from the index of text. A long keyword is a phrase of many groups,
 * and following all of them side by side is most of what a search costs: so spans that have the rarest groups are met
 * first, and their text decides. When too many of them lack a keyword, more groups are asked for, in the end the phrases.
 */
import type { Sql } from "../../engine/sqlite/statements.ts";
import { type Condition, valuesOf, whereAll } from "./condition.ts";
import { matchExpression, occursInText, quoted } from "./keywords.ts";
import { endsBefore, type Page, pageBeyond } from "./page.ts";
import { rarestGroups } from "./rarest-groups.ts";

export interface Wanted {
  readonly keywords: readonly string[];
  readonly facts: readonly Condition[];
}

/** In most files that leaves few spans besides those that are meant. */
const groupsAtFirst = 5;
/** Texts read in vain; they cost little beside following the phrases through a large file. */
const missesAllowed = 200;

/** Undefined when the index knows none of the keywords. */
export function findMatches(sql: Sql, page: Page, { keywords, facts }: Wanted): number[] | undefined {
  const matches = keywords.map((keyword) => ({ keyword, match: matchExpression(sql, keyword) }));
  const phrases = matches.flatMap(({ match }) => match ?? []).join(" AND ");
  if (phrases === "") return undefined;
  const found: number[] = [];
  let rest = page;
  const groups = rarestGroups(sql, keywords, { moreThan: groupsAtFirst });
  for (let count = groupsAtFirst; count < groups.length; count *= 2) {
    const match = groups.slice(0, count).map(quoted).join(" AND ");
    const read = readCandidates(sql, rest, { match, facts, texts: keywords.map(occursInText) });
    found.push(...read.found);
    if (read.missedAt === undefined) return found;
    rest = pageBeyond(page, read.missedAt, page.limit - found.length);
  }
  const texts = matches.filter(({ match }) => match === undefined).map(({ keyword }) => occursInText(keyword));
  return [...found, ...readMatches(sql, rest, { match: phrases, facts, texts })];
}

interface Reading {
  readonly match: string;
  readonly facts: readonly Condition[];
  /** On the text of a span, which is read only when its facts fit. */
  readonly texts: readonly Condition[];
}

interface Candidates {
  readonly found: readonly number[];
  /** Where it was given up, because too many did not fit; undefined when the page is full or nothing is left. */
  readonly missedAt?: number;
}

function readCandidates(sql: Sql, page: Page, { match, facts, texts }: Reading): Candidates {
  const { where, order, values } = matching(page, match, facts);
  const rows = sql(`SELECT -rowid AS seq, ${textsFit("-found.rowid", texts)} AS fits ${where} ${order}`);
  const found: number[] = [];
  let misses = 0;
  if (page.limit === 0) return { found };
  for (const { seq, fits } of rows.iterate(...valuesOf(texts), ...values)) {
    if (fits === 1) found.push(Number(seq));
    else misses++;
    if (found.length === page.limit) break;
    if (misses === missesAllowed) return { found, missedAt: Number(seq) };
  }
  return { found };
}

function readMatches(sql: Sql, page: Page, { match, facts, texts }: Reading): number[] {
  const { where, order, values } = matching(page, match, facts);
  return sql(`SELECT -rowid AS seq ${where} AND ${textsFit("-found.rowid", texts)} ${order} LIMIT ?`)
    .all(...values, ...valuesOf(texts), page.limit)
    .map(({ seq }) => Number(seq));
}

/**
 * Rows of the index bear the seq of their span with a minus: the newest come first. Bounds have to be integers: Node binds
 * a number as a real, with which FTS5 would not begin at the bound but pass every match before it.
 */
function matching(page: Page, match: string, facts: readonly Condition[]) {
  const bounds = page.conditions.map(({ sql: bound, values }) => ({
    sql: `rowid ${bound === endsBefore ? ">" : "<"} CAST(-? AS INTEGER)`,
    values,
  }));
  const factsFit =
    facts.length === 0 ? "1" : `EXISTS (SELECT 1 FROM span_facts WHERE seq = -found.rowid AND ${whereAll(facts)})`;
  return {
    where: `FROM span_search AS found WHERE span_search MATCH ? AND ${whereAll(bounds)} AND ${factsFit}`,
    order: `ORDER BY rowid ${page.direction === "DESC" ? "ASC" : "DESC"}`,
    values: [match, ...valuesOf(bounds), ...valuesOf(facts)],
  };
}

/** Of the span with this `seq`; true where nothing is asked of its text. */
export function textsFit(seq: string, texts: readonly Condition[]): string {
  return texts.length === 0 ? "1" : `EXISTS (SELECT 1 FROM spans WHERE spans.seq = ${seq} AND ${whereAll(texts)})`;
}
