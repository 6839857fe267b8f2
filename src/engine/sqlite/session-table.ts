/** Sessions in SQL. Writers run inside a transaction and check before they change anything. */
import type { NewSession, SessionFilter, SessionRecord } from "../run-log.ts";
import { sessionEnded, sessionNotFound } from "../run-log-error.ts";
import { sessionOf } from "./rows.ts";
import type { Sql } from "./statements.ts";

export function insertSession(sql: Sql, session: NewSession): SessionRecord {
  const { sessionId, createdAt, labels } = session;
  const existing = findSession(sql, sessionId);
  if (existing?.status === "ended") throw sessionEnded(sessionId);
  if (existing !== undefined) return existing;
  sql("INSERT INTO session (session_id, status, created_at, labels) VALUES (?, 'active', ?, ?)").run(
    sessionId,
    createdAt,
    labels === undefined ? null : JSON.stringify(labels),
  );
  return { ...session, status: "active" };
}

export function endSession(sql: Sql, sessionId: string, at: number): SessionRecord {
  sql("UPDATE session SET status = 'ended', ended_at = ? WHERE session_id = ? AND status = 'active'").run(
    at,
    sessionId,
  );
  const session = findSession(sql, sessionId);
  if (session === undefined) throw sessionNotFound(sessionId);
  return session;
}

export function findSession(sql: Sql, sessionId: string): SessionRecord | undefined {
  const row = sql("SELECT * FROM session WHERE session_id = ?").get(sessionId);
  return row && sessionOf(row);
}

export function listSessions(sql: Sql, { status, limit = -1 }: SessionFilter): readonly SessionRecord[] {
  return sql("SELECT * FROM session WHERE $status IS NULL OR status = $status ORDER BY id DESC LIMIT $limit")
    .all({ status: status ?? null, limit })
    .map(sessionOf);
}
