/** The part of an answer that was asked for. */
import { KigumiError } from "../../errors/kigumi-error.ts";
import type { PageQuery } from "../trace-store.ts";
import type { Condition } from "./condition.ts";

export interface Page {
  readonly limit: number;
  readonly direction: "ASC" | "DESC";
  readonly conditions: readonly Condition[];
}

export function pageOf({ limit = 100, before, after }: PageQuery): Page {
  for (const [name, value] of Object.entries({ limit, before, after })) assertCount(name, value);
  return {
    limit,
    direction: after === undefined ? "DESC" : "ASC",
    conditions: [
      ...(before === undefined ? [] : [{ sql: "seq < ?", values: [before] }]),
      ...(after === undefined ? [] : [{ sql: "seq > ?", values: [after] }]),
    ],
  };
}

export function assertCount(name: string, value: number | undefined): void {
  if (value === undefined || (Number.isSafeInteger(value) && value >= 0)) return;
  throw new KigumiError({
    code: "invalid_trace_query",
    message: `${name} has to be a whole number that is not negative, not ${String(value)}`,
  });
}
