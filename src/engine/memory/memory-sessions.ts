/** Sessions in memory, in the order of their creation. */
import type { NewSession, SessionFilter, SessionRecord } from "../run-log.ts";
import { sessionEnded, sessionNotFound } from "../run-log-error.ts";

export class MemorySessions {
  readonly #sessions = new Map<string, SessionRecord>();

  create(session: NewSession): SessionRecord {
    const existing = this.#sessions.get(session.sessionId);
    if (existing?.status === "ended") throw sessionEnded(session.sessionId);
    const record = existing ?? { ...session, status: "active" };
    this.#sessions.set(session.sessionId, record);
    return record;
  }

  end(sessionId: string, at: number): SessionRecord {
    const existing = this.#sessions.get(sessionId);
    if (existing === undefined) throw sessionNotFound(sessionId);
    if (existing.status === "ended") return existing;
    const record: SessionRecord = { ...existing, status: "ended", endedAt: at };
    this.#sessions.set(sessionId, record);
    return record;
  }

  find(sessionId: string): SessionRecord | undefined {
    return this.#sessions.get(sessionId);
  }

  list({ status, limit }: SessionFilter): SessionRecord[] {
    const newestFirst = [...this.#sessions.values()].reverse();
    return newestFirst.filter((session) => status === undefined || session.status === status).slice(0, limit);
  }
}
