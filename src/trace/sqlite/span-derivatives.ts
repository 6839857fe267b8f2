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

/** Inside a transaction, and best in a row: each other kind of write in between puts the index on disk. */
export function keepText(sql: Sql, { seq, input, output }: SpanText): void {
  sql("INSERT INTO span_search (rowid, input, output) VALUES (?, ?, ?)").run(
    seq,
    indexedText(input),
    indexedText(output),
  );
}

/** Inside a transaction. */
export function forget(sql: Sql, seq: number): void {
  sql("DELETE FROM span_facts WHERE seq = ?").run(seq);
  sql("DELETE FROM span_search WHERE rowid = ?").run(seq);
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
  for (const text of texts) keepText(sql, text);
  return found.length === count;
}

function newestOf(sql: Sql, table: "spans" | "span_facts"): number {
  return Number(sql(`SELECT max(seq) AS newest FROM ${table}`).get()?.newest ?? 0);
}

function textOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
