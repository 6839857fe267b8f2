/**
 * The run log in one SQLite file that several processes may share. Writes of one turn of the event loop share a commit;
 * nothing about a run is kept in memory, so a run at rest costs a row. Failures of the file are `store_…` errors.
 */
import { resolve } from "node:path";
import { parseDuration } from "../../duration/duration.ts";
import type { RunEvent } from "../../run/event.ts";
import type { RetentionLimits } from "../../tool/output/output-store.ts";
import { assertOwned, assertStorable, encodeEvents } from "../encoded-event.ts";
import { endOfRun } from "../end-of-run.ts";
import { hasEnded, readyAt } from "../readiness.ts";
import { type LocalAppend, RunChanges } from "../run-changes.ts";
import type {
  AppendBatch,
  AppendOutcome,
  Claim,
  ClaimRequest,
  EndOptions,
  EventWindow,
  FollowOptions,
  LoggedEvent,
  NewRun,
  NewSession,
  NextMove,
  RunFilter,
  RunLog,
  RunRecord,
  SessionFilter,
  SessionRecord,
  WatchOptions,
} from "../run-log.ts";
import { followLog, watchRun } from "../watch-run.ts";
import { claimRun, nextClaimable, renewClaim } from "./claims.ts";
import { findEvents, indexNextEvents, type SearchOptions } from "./event-search.ts";
import { openRunDatabase } from "./open-run-database.ts";
import { bytesOfEvents, forgetOldestRuns, type PrunedRuns } from "./retention.ts";
import { RunDatabase } from "./run-database.ts";
import {
  appendEvents,
  findRun,
  giveBack,
  insertRun,
  listRuns,
  readPage,
  readPageOfAll,
  readRun,
  readTail,
} from "./run-table.ts";
import { endSession, findSession, insertSession, listSessions } from "./session-table.ts";

const pageSize = 256;

export interface SqliteRunLogOptions {
  /** Made when missing, readable by its owner only. */
  readonly file: string;
  /** `NORMAL` is faster, and may lose the last commits when the machine (not the process) stops. Default `FULL`. */
  readonly synchronous?: "FULL" | "NORMAL";
  /** How long to wait for a lock of another process before failing with `store_locked`. Default 10 seconds. */
  readonly lockTimeoutMs?: number;
  /** The file does not grow beyond this: what no longer fits fails with `store_full`. */
  readonly maxFileBytes?: number;
  /** For retention. */
  readonly now?: () => Date;
}

export interface SqliteRunLog extends RunLog {
  /** Events that contain every word of the query (`wor*` for a beginning), the best matches first. */
  searchEvents(query: string, options?: SearchOptions): Promise<readonly RunEvent[]>;
  /**
   * Forgets ended runs, oldest first: those that ended longer ago than `maxAge`, then more until all events together
   * need at most `maxBytes`. A run that is not over stays, and so do the ended children it may still ask,
   * and the run that wrote last until another has written.
   */
  prune(limits: RetentionLimits): Promise<PrunedRuns>;
}

export function createSqliteRunLog({
  file,
  synchronous = "FULL",
  lockTimeoutMs = 10_000,
  maxFileBytes,
  now = () => new Date(),
}: SqliteRunLogOptions): SqliteRunLog {
  const path = resolve(file);
  const size = maxFileBytes === undefined ? {} : { maxFileBytes };
  const database = openRunDatabase({ file: path, synchronous, lockTimeoutMs, ...size });
  return new FileRunLog(new RunDatabase(database, { file: path, lockTimeoutMs }), now);
}

class FileRunLog implements SqliteRunLog {
  readonly #database: RunDatabase;
  readonly #changes: RunChanges;
  readonly #now: () => Date;

  constructor(database: RunDatabase, now: () => Date) {
    const foreign = database.foreignCommits(() => {
      this.#changes.anyChanged();
      this.#changes.runnable();
    });
    this.#changes = new RunChanges((listening) => foreign.listen(listening));
    this.#database = database;
    this.#now = now;
  }

  async create(run: NewRun, events: readonly RunEvent[], next: NextMove): Promise<void> {
    assertStorable(run);
    const encoded = encodeEvents(run.runId, 0, events);
    assertOwned(run, events);
    await this.#database.write((sql) => insertRun(sql, run, encoded, next));
    this.#announce({ owner: run, events: encoded, next }, readyAt(next, run.createdAt) !== undefined);
  }

  async append(runId: string, batch: AppendBatch): Promise<AppendOutcome> {
    const encoded = encodeEvents(runId, batch.after, batch.events);
    const { outcome, mayMove, owner } = await this.#database.write((sql) => appendEvents(sql, runId, batch, encoded));
    if (outcome.type === "appended") this.#announce({ ...batch, owner, events: encoded }, mayMove);
    return outcome;
  }

  read(runId: string, window: EventWindow = {}): Promise<readonly RunEvent[]> {
    return this.#database.read((sql) => readRun(sql, runId, window));
  }

  watch(runId: string, options: WatchOptions = {}): AsyncIterable<RunEvent> {
    return watchRun(runId, options, this.#changes, (after) =>
      this.#database.read((sql) => readPage(sql, runId, { after, limit: pageSize })),
    );
  }

  follow(options: FollowOptions = {}): AsyncIterable<LoggedEvent> {
    return followLog(options, this.#changes, (after) =>
      this.#database.read((sql) => readPageOfAll(sql, { after, limit: pageSize })),
    );
  }

  end(runId: string, options: EndOptions): Promise<readonly RunEvent[]> {
    const { types } = options;
    return endOfRun(runId, options, this.#changes, (after) =>
      this.#database.read((sql) => readTail(sql, runId, { after, types })),
    );
  }

  find(runId: string): Promise<RunRecord | undefined> {
    return this.#database.read((sql) => findRun(sql, runId));
  }

  list(filter: RunFilter = {}): Promise<readonly RunRecord[]> {
    return this.#database.read((sql) => listRuns(sql, filter));
  }

  claim(request: ClaimRequest): Promise<Claim | undefined> {
    return this.#database.write((sql) => claimRun(sql, request));
  }

  renew(claim: Claim, until: number): Promise<boolean> {
    return this.#database.write((sql) => renewClaim(sql, claim, until));
  }

  async release({ runId, fence }: Claim): Promise<void> {
    const { mayMove } = await this.#database.write((sql) => giveBack(sql, runId, fence));
    if (mayMove) this.#changes.runnable();
  }

  nextWake(agentIds: readonly string[]): Promise<number | undefined> {
    return this.#database.read((sql) => nextClaimable(sql, agentIds));
  }

  onRunnable(callback: () => void): () => void {
    return this.#changes.onRunnable(callback);
  }

  createSession(session: NewSession): Promise<SessionRecord> {
    return this.#database.write((sql) => insertSession(sql, session));
  }

  endSession(sessionId: string, at: number): Promise<SessionRecord> {
    return this.#database.write((sql) => endSession(sql, sessionId, at));
  }

  findSession(sessionId: string): Promise<SessionRecord | undefined> {
    return this.#database.read((sql) => findSession(sql, sessionId));
  }

  listSessions(filter: SessionFilter = {}): Promise<readonly SessionRecord[]> {
    return this.#database.read((sql) => listSessions(sql, filter));
  }

  async searchEvents(query: string, options: SearchOptions = {}): Promise<readonly RunEvent[]> {
    while (await this.#database.write(indexNextEvents));
    return this.#database.read((sql) => findEvents(sql, query, options));
  }

  async prune({ maxAge, maxBytes }: RetentionLimits): Promise<PrunedRuns> {
    const notBefore = maxAge === undefined ? Number.NEGATIVE_INFINITY : this.#now().getTime() - parseDuration(maxAge);
    const excessBytes = maxBytes === undefined ? 0 : (await this.#database.read(bytesOfEvents)) - maxBytes;
    let [removed, freedBytes] = [0, 0];
    for (;;) {
      const excess = { notBefore, bytes: excessBytes - freedBytes };
      const step = await this.#database.write((sql) => forgetOldestRuns(sql, excess));
      if (step.removed === 0) break;
      removed += step.removed;
      freedBytes += step.freedBytes;
    }
    await this.#database.shrink();
    return { removed, freedBytes };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#database.close();
    this.#changes.anyChanged();
  }

  #announce(
    { owner, events, next, release }: Pick<LocalAppend, "owner" | "events"> & Pick<AppendBatch, "next" | "release">,
    mayMove: boolean,
  ): void {
    const isReleased = release === true;
    this.#changes.changed(owner.runId, { owner, events, hasEnded: hasEnded(next.status), isReleased });
    if (mayMove) this.#changes.runnable();
  }
}
