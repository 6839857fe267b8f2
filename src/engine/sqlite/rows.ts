/** From rows to records. Columns that are NULL become absent keys. */
import type { SQLOutputValue } from "node:sqlite";
import type { RunEvent } from "../../run/event.ts";
import { decodeEvent, type EventOwner } from "../encoded-event.ts";
import type { RunRecord, RunStatus, SessionRecord } from "../run-log.ts";

export type Row = Record<string, SQLOutputValue>;

/** A row of `event`, of this run. */
export function eventOf(owner: EventOwner, row: Row): RunEvent {
  const place = { id: Number(row.seq), at: Number(row.at), turn: numberOf(row.turn) };
  return decodeEvent(owner, { ...place, body: String(row.body) });
}

/** The run of a row that has its names. */
export function ownerOf(row: Row): EventOwner {
  const { session_id } = row;
  return {
    runId: String(row.run_id),
    agentId: String(row.agent_id),
    ...(session_id !== null && { sessionId: String(session_id) }),
  };
}

export function runOf(row: Row): RunRecord {
  return {
    ...ownerOf(row),
    ...(row.parent_run_id !== null && { parentRunId: String(row.parent_run_id) }),
    labels: JSON.parse(String(row.labels)),
    createdAt: Number(row.created_at),
    status: statusOf(row),
    lastEventId: Number(row.last_event_id),
    updatedAt: Number(row.updated_at),
    ...(row.wake_at !== null && { wakeAt: Number(row.wake_at) }),
  };
}

export function sessionOf(row: Row): SessionRecord {
  return {
    sessionId: String(row.session_id),
    createdAt: Number(row.created_at),
    ...(row.labels !== null && { labels: JSON.parse(String(row.labels)) }),
    status: row.status === "ended" ? "ended" : "active",
    ...(row.ended_at !== null && { endedAt: Number(row.ended_at) }),
  };
}

/** Only `NextMove` writes the column, so what it holds is a status. */
export function statusOf(row: Row): RunStatus {
  return String(row.status) as RunStatus;
}

export function numberOf(value: SQLOutputValue | undefined): number | undefined {
  return value === null || value === undefined ? undefined : Number(value);
}
