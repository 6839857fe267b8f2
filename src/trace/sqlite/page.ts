/** The part of an answer that was asked for. */
import { KigumiError } from "../../errors/kigumi-error.ts";
import type { PageQuery } from "../trace-store.ts";
import type { Condition } from "./condition.ts";

export interface Page {
  readonly limit: number;
  readonly direction: "ASC" | "DESC";
  readonly conditions: readonly Condition[];
}

export const endsBefore = "seq < ?";
const beginsAfter = "seq > ?";

export function pageOf({ limit = 100, before, after }: PageQuery): Page {
  for (const [name, value] of Object.entries({ limit, before, after })) assertCount(name, value);
  return {
    limit,
    direction: after === undefined ? "DESC" : "ASC",
    conditions: [
      ...(before === undefined ? [] : [{ sql: endsBefore, values: [before] }]),
      ...(after === undefined ? [] : [{ sql: beginsAfter, values: [after] }]),
    ],
  };
}

/** What is left of a page that was read up to and including `seq`. */
export function pageBeyond(page: Page, seq: number, limit: number): Page {
  const bound = page.direction === "DESC" ? endsBefore : beginsAfter;
  const others = page.conditions.filter(({ sql }) => sql !== bound);
  return { ...page, limit, conditions: [...others, { sql: bound, values: [seq] }] };
}

export function assertCount(name: string, value: number | undefined): void {
  if (value === undefined || (Number.isSafeInteger(value) && value >= 0)) return;
  throw new KigumiError({
    code: "invalid_trace_query",
    message: `${name} has to be a whole number that is not negative, not ${String(value)}`,
  });
}
