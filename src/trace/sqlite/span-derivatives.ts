/**
 * What is kept beside the spans for searching: facts to filter by, and the index of their text. Both follow `spans` by
 * its `seq`, so whatever another program has added is simply what comes after the newest span taken in.
 */
import type { Sql } from "../../engine/sqlite/statements.ts";
import { indexedText } from "./folded-text.ts";
import { factsOfSpan } from "./schema.ts";

export interface SpanText {
  readonly seq: number;
  readonly input: string | null;
  readonly output: string | null;
}

/** Inside a transaction. */
export function keepFacts(sql: Sql, seq: number): void {
  sql(`INSERT INTO span_facts SELECT ${factsOfSpan} FROM spans WHERE seq = ?`).run(seq);
}

/**
 * Inside a transaction. In a row and the newest first, as they stand in the index: any other write in between would put
 * the index on disk.
 */
export function keepTexts(sql: Sql, texts: Iterable<SpanText>): void {
  const newestFirst = [...texts].sort((a, b) => b.seq - a.seq);
  for (const { seq, input, output } of newestFirst) {
    sql("INSERT INTO span_search (rowid, input, output) VALUES (?, ?, ?)").run(
      searchRowid(seq),
      indexedText(input),
      indexedText(output),
    );
  }
}

/** The index is read forwards faster than backwards, and the newest spans are asked for first: so they come first. */
export function searchRowid(seq: number): number {
  return -seq;
}

/** Inside a transaction. */
export function forget(sql: Sql, seq: number): void {
  sql("DELETE FROM span_facts WHERE seq = ?").run(seq);
  sql("DELETE FROM span_search WHERE rowid = ?").run(searchRowid(seq));
}

export function hasNewcomers(sql: Sql): boolean {
  return newestOf(sql, "spans") > newestOf(sql, "span_facts");
}

/** Takes in the next spans inside a transaction. False when none are left. */
export function takeInNewcomers(sql: Sql, count: number): boolean {
  const found = sql("SELECT seq, input, output FROM spans WHERE seq > ? ORDER BY seq LIMIT ?").all(
    newestOf(sql, "span_facts"),
    count,
  );
  const texts = found.map(({ seq, input, output }) => ({
    seq: Number(seq),
    input: textOrNull(input),
    output: textOrNull(output),
  }));
  for (const { seq } of texts) keepFacts(sql, seq);
  keepTexts(sql, texts);
  return found.length === count;
}

function newestOf(sql: Sql, table: "spans" | "span_facts"): number {
  return Number(sql(`SELECT max(seq) AS newest FROM ${table}`).get()?.newest ?? 0);
}

function textOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
