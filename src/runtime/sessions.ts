/** Conversations that runs belong to. A run starts in an active session only, and ending a session ends its runs. */
import { hasEnded } from "../engine/readiness.ts";
import type { RunLog, SessionFilter, SessionRecord } from "../engine/run-log.ts";
import { KigumiError } from "../errors/kigumi-error.ts";
import type { Clock } from "../tool/clock.ts";
import type { NestedRuns } from "./nested-runs.ts";

export interface Sessions {
  /** The session as it is when it already exists. */
  create(sessionId: string, options?: { labels?: Readonly<Record<string, string>> }): Promise<SessionRecord>;
  /** Its runs that are not over are canceled. */
  end(sessionId: string): Promise<SessionRecord>;
  /** The newest first. */
  list(filter?: SessionFilter): Promise<readonly SessionRecord[]>;
}

export interface SessionsOptions {
  readonly log: RunLog;
  readonly nested: NestedRuns;
  readonly clock: Clock;
  /** Told that nothing of the session is needed any more. */
  onEnded(sessionId: string): void;
}

export class LoggedSessions implements Sessions {
  readonly #options: SessionsOptions;

  constructor(options: SessionsOptions) {
    this.#options = options;
  }

  create(sessionId: string, options: { labels?: Readonly<Record<string, string>> } = {}): Promise<SessionRecord> {
    return this.#options.log.createSession({ sessionId, createdAt: this.#now(), ...options });
  }

  async end(sessionId: string): Promise<SessionRecord> {
    const { log, nested, onEnded } = this.#options;
    const ended = await log.endSession(sessionId, this.#now());
    const runs = await log.list({ sessionId });
    const open = runs.filter(({ status }) => !hasEnded(status));
    await Promise.allSettled(open.map(({ runId }) => nested.cancel(runId, { reason: "the session ended" })));
    onEnded(sessionId);
    return ended;
  }

  list(filter?: SessionFilter): Promise<readonly SessionRecord[]> {
    return this.#options.log.listSessions(filter);
  }

  /** Throws unless runs may be started in the session. */
  async require(sessionId: string): Promise<void> {
    const session = await this.#options.log.findSession(sessionId);
    if (session?.status === "active") return;
    const problem = session === undefined ? "does not exist; call sessions.create first" : "has ended";
    throw new KigumiError({
      code: "session_not_active",
      message: `session "${sessionId}" ${problem}`,
      data: { sessionId },
    });
  }

  #now(): number {
    return this.#options.clock.now().getTime();
  }
}
