/** Which runs to forget: ended ones only, oldest first, each with all its events. */
import { forgetEvents } from "./event-search.ts";
import type { Sql } from "./statements.ts";

export interface PrunedRuns {
  /** Runs forgotten. */
  readonly removed: number;
  /** Bytes of their events. */
  readonly freedBytes: number;
}

export interface Excess {
  /** Runs that ended before this time go. */
  readonly notBefore: number;
  /** Runs go until this many bytes of events are gone. */
  readonly bytes: number;
}

/** Runs forgotten by one transaction: short, so that nobody who writes waits long. */
const runsPerStep = 100;

// The result of a child that its parent has not taken up yet is in the child's log only. The run that wrote last stays
// until another has written, because its last event is what later positions are counted on from.
const oldestEnded = `
  SELECT id, ended_at, (SELECT coalesce(sum(octet_length(body)), 0) FROM event WHERE event.run = run.id) AS bytes
  FROM run
  WHERE ended_at IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM run AS parent WHERE parent.run_id = run.parent_run_id AND parent.ended_at IS NULL)
    AND run.id IS NOT (SELECT event.run FROM event ORDER BY event.id DESC LIMIT 1)
  ORDER BY ended_at LIMIT ${runsPerStep}`;

export function bytesOfEvents(sql: Sql): number {
  return Number(sql("SELECT sum(octet_length(body)) AS bytes FROM event").get()?.bytes ?? 0);
}

/** Forgets the next runs inside a transaction; none when the rest may stay. */
export function forgetOldestRuns(sql: Sql, excess: Excess): PrunedRuns {
  let removed = 0;
  let freedBytes = 0;
  for (const { id, ended_at, bytes } of sql(oldestEnded).all()) {
    if (Number(ended_at) >= excess.notBefore && freedBytes >= excess.bytes) break;
    forgetEvents(sql, Number(id));
    sql("DELETE FROM run WHERE id = ?").run(Number(id));
    removed++;
    freedBytes += Number(bytes);
  }
  return { removed, freedBytes };
}
