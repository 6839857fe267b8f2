/** Runs and their events in SQL. Writers here run inside a transaction and check before they change anything. */
import type { SQLInputValue } from "node:sqlite";
import type { RunEvent } from "../../run/event.ts";
import { assertOwned, type EncodedEvent, type EventOwner } from "../encoded-event.ts";
import type { RunTail } from "../end-of-run.ts";
import { hasEnded, readyAt } from "../readiness.ts";
import type {
  AppendBatch,
  AppendOutcome,
  EventWindow,
  LoggedEvent,
  NewRun,
  NextMove,
  RunFilter,
  RunRecord,
} from "../run-log.ts";
import { invalidAppend, runEnded, runExists, runNotFound } from "../run-log-error.ts";
import type { EventPage } from "../watch-run.ts";
import { eventOf, numberOf, ownerOf, type Row, runOf, statusOf } from "./rows.ts";
import type { Sql } from "./statements.ts";

/** How an append ended, and whether the run may be claimed at another time than before. */
export interface Appended {
  readonly outcome: AppendOutcome;
  readonly mayMove: boolean;
  readonly owner: EventOwner;
}

export function insertRun(sql: Sql, run: NewRun, events: readonly EncodedEvent[], next: NextMove): void {
  if (sql("SELECT 1 FROM run WHERE run_id = ?").get(run.runId) !== undefined) throw runExists(run.runId);
  const { lastInsertRowid } = sql(`
    INSERT INTO run (run_id, agent_id, session_id, parent_run_id, labels, created_at, status, ended_at, wake_at, ready_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`).run(
    run.runId,
    run.agentId,
    run.sessionId ?? null,
    run.parentRunId ?? null,
    JSON.stringify(run.labels),
    run.createdAt,
    next.status,
    hasEnded(next.status) ? run.createdAt : null,
    next.wakeAt ?? null,
    readyAt(next, run.createdAt) ?? null,
  );
  insertEvents(sql, lastInsertRowid, events);
}

export function appendEvents(
  sql: Sql,
  runId: string,
  { after, events: sent, next, fence, release, at }: AppendBatch,
  events: readonly EncodedEvent[],
): Appended {
  const run = sql(`
    SELECT id, run_id, agent_id, session_id, status, wake_at, ready_at, owner, fence,
      (SELECT max(seq) FROM event WHERE run = run.id) AS last_event_id
    FROM run WHERE run_id = ?`).get(runId);
  if (run === undefined) throw runNotFound(runId);
  const owner = ownerOf(run);
  const refused = (outcome: AppendOutcome) => ({ outcome, mayMove: false, owner });
  const id = Number(run.id);
  const last = Number(run.last_event_id);
  if (fence !== undefined && (run.owner === null || run.fence !== fence)) return refused({ type: "fenced" });
  if (after < last) return refused({ type: "conflict", missed: readEvents(sql, run, { after }) });
  if (after > last) throw invalidAppend(runId, `its last event is ${last}`);
  if (hasEnded(statusOf(run))) {
    // To nudge a run that is over changes nothing.
    if (events.length === 0) return { outcome: { type: "appended" }, mayMove: false, owner };
    throw runEnded(runId, statusOf(run));
  }

  assertOwned(owner, sent);
  insertEvents(sql, id, events);
  const readyBefore = numberOf(run.ready_at);
  const ready = readyAt(next, at, readyBefore);
  // The everyday append of a driver changes none of these, and so writes to the events alone.
  if (run.status !== next.status || numberOf(run.wake_at) !== next.wakeAt || readyBefore !== ready) {
    sql("UPDATE run SET status = ?, ended_at = ?, wake_at = ?, ready_at = ? WHERE id = ?").run(
      next.status,
      hasEnded(next.status) ? at : null,
      next.wakeAt ?? null,
      ready ?? null,
      id,
    );
  }
  const isReleased = release === true && fence !== undefined;
  if (isReleased) giveBack(sql, runId, fence);
  const mayMove = ready !== undefined && (isReleased || ready !== readyBefore);
  return { outcome: { type: "appended" }, mayMove, owner };
}

/** Gives the run back when this claim still holds it. It has just been driven, so it queues behind those that waited. */
export function giveBack(sql: Sql, runId: string, fence: number): { mayMove: boolean } {
  const row = sql(`
    UPDATE run SET owner = NULL, lease_until = 0,
      ready_at = max(ready_at, coalesce((SELECT at FROM event WHERE run = run.id ORDER BY seq DESC LIMIT 1), 0))
    WHERE run_id = ? AND fence = ? AND owner IS NOT NULL RETURNING ready_at`).get(runId, fence);
  return { mayMove: numberOf(row?.ready_at) !== undefined };
}

export function readRun(sql: Sql, runId: string, window: EventWindow): readonly RunEvent[] {
  const run = sql("SELECT id, run_id, agent_id, session_id FROM run WHERE run_id = ?").get(runId);
  if (run === undefined) throw runNotFound(runId);
  return readEvents(sql, run, window);
}

export function readPage(sql: Sql, runId: string, window: { after: number; limit: number }): EventPage {
  const { events, lastEventId, hasEnded: isOver } = tailOf(sql, runWithPlace(sql, runId), window);
  return { events, isLast: isOver && window.after + events.length >= lastEventId };
}

/** Undefined for a run at rest: one that has nothing to do before the time at which it wants to wake, if there is one. */
export function readTail(sql: Sql, runId: string, window: EventWindow): RunTail | undefined {
  const run = runWithPlace(sql, runId);
  const isAtRest = run.ready_at === run.wake_at && !hasEnded(statusOf(run));
  return isAtRest ? undefined : tailOf(sql, run, window);
}

/** Read before its events: a run that had ended by then has all of them in the table. */
function runWithPlace(sql: Sql, runId: string): Row {
  const run = sql(`
    SELECT id, run_id, agent_id, session_id, status, wake_at, ready_at,
      (SELECT max(seq) FROM event WHERE run = run.id) AS last_event_id
    FROM run WHERE run_id = ?`).get(runId);
  if (run === undefined) throw runNotFound(runId);
  return run;
}

function tailOf(sql: Sql, run: Row, window: EventWindow): RunTail {
  const events = readEvents(sql, run, window);
  // More may have come between the two.
  const lastEventId = Math.max(Number(run.last_event_id), events.at(-1)?.id ?? 0);
  return { events, lastEventId, hasEnded: hasEnded(statusOf(run)) };
}

/** Writers take turns and count on from each other, so the order of the rows is the order of the commits. */
export function readPageOfAll(sql: Sql, { after, limit }: { after: number; limit: number }): readonly LoggedEvent[] {
  return sql(`
    SELECT event.id, seq, at, turn, body, run_id, agent_id, session_id FROM event JOIN run ON run.id = event.run
    WHERE event.id > ? ORDER BY event.id LIMIT ?`)
    .all(after, limit)
    .map((row) => ({ position: Number(row.id), event: eventOf(ownerOf(row), row) }));
}

export function findRun(sql: Sql, runId: string): RunRecord | undefined {
  const row = sql("SELECT * FROM runs WHERE run_id = ?").get(runId);
  return row && runOf(row);
}

export function listRuns(sql: Sql, filter: RunFilter): readonly RunRecord[] {
  const conditions: [condition: string, value: SQLInputValue | undefined][] = [
    ["session_id = ?", filter.sessionId],
    ["agent_id = ?", filter.agentId],
    ["parent_run_id = ?", filter.parentRunId],
    ["status = ?", filter.status],
    ["position < (SELECT id FROM run WHERE run_id = ?)", filter.before],
  ];
  const given = conditions.flatMap(([condition, value]) => (value === undefined ? [] : [{ condition, value }]));
  const where = given.length === 0 ? "" : `WHERE ${given.map(({ condition }) => condition).join(" AND ")}`;
  return sql(`SELECT * FROM runs ${where} ORDER BY position DESC LIMIT ?`)
    .all(...given.map(({ value }) => value), filter.limit ?? -1)
    .map(runOf);
}

/** By the number of rows: a statement for each event would cost as much as its row. */
const inserts = Array.from({ length: 8 }, (_, index) => {
  const rows = Array(index + 1).fill("(?, ?, ?, ?, ?, ?)");
  return `INSERT INTO event (run, seq, type, at, turn, body) VALUES ${rows.join(", ")}`;
});

function insertEvents(sql: Sql, run: number | bigint, events: readonly EncodedEvent[]): void {
  for (let start = 0; start < events.length; start += inserts.length) {
    const rows = events.slice(start, start + inserts.length);
    const values: SQLInputValue[] = [];
    for (const { id, type, at, turn = null, body } of rows) values.push(run, id, type, at, turn, body);
    sql(inserts[rows.length - 1] ?? "").run(...values);
  }
}

/** Of the run in this row, which has its `id` and its names. */
function readEvents(sql: Sql, run: Row, { after = 0, limit = -1, types }: EventWindow): readonly RunEvent[] {
  const ofTypes = types === undefined ? "" : `AND type IN (${types.map(() => "?").join(", ")})`;
  const owner = ownerOf(run);
  return sql(`SELECT seq, at, turn, body FROM event WHERE run = ? AND seq > ? ${ofTypes} ORDER BY seq LIMIT ?`)
    .all(Number(run.id), after, ...(types ?? []), limit)
    .map((row) => eventOf(owner, row));
}
