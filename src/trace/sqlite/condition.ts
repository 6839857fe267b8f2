/** One condition of a search, on the facts about spans or on traces, and how to find what fulfils it without a scan. */
import type { SQLInputValue } from "node:sqlite";
import type { Sql } from "../../engine/sqlite/statements.ts";

export interface Condition {
  readonly sql: string;
  readonly values: readonly SQLInputValue[];
  /** The index that finds what fulfils it. Without one, rows have to be looked at. */
  readonly index?: string;
  /** The index lists them in the order of answers. */
  readonly isOrdered?: true;
}

/** Up to this many rows are collected and sorted in a moment; more are better met one by one, newest first. */
export const few = 1000;

/** How many rows of `table` fulfil the condition, counted no further than one more than `few`. */
export function countUpToFew(sql: Sql, table: string, { sql: where, values, index }: Condition): number {
  if (index === undefined) return Number.POSITIVE_INFINITY;
  const probe = `SELECT count(*) AS count FROM (SELECT 1 FROM ${table} INDEXED BY ${index} WHERE ${where} LIMIT ${few + 1})`;
  return Number(sql(probe).get(...values)?.count);
}

/** The condition that fewest rows fulfil, if they are few. */
export function rarest(sql: Sql, table: string, conditions: readonly Condition[]): Condition | undefined {
  let best: Condition | undefined;
  let least = few + 1;
  for (const condition of conditions) {
    const count = countUpToFew(sql, table, condition);
    if (count < least) [best, least] = [condition, count];
  }
  return best;
}

export function whereAll(conditions: readonly Condition[]): string {
  return conditions.length === 0 ? "1" : conditions.map(({ sql }) => `(${sql})`).join(" AND ");
}

export function valuesOf(conditions: readonly Condition[]): SQLInputValue[] {
  return conditions.flatMap(({ values }) => values);
}
