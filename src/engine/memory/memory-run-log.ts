/**
 * A run log that lives and dies with its process. The same promises as the one on disk, save durability: a test that
 * passes here passes there, and nothing a caller holds is shared with the log.
 */
import type { RunEvent } from "../../run/event.ts";
import { assertOwned, assertStorable, type EncodedEvent, encodeEvents } from "../encoded-event.ts";
import { endOfRun } from "../end-of-run.ts";
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
import { runExists, runNotFound, storeClosed } from "../run-log-error.ts";
import { type EventPage, followLog, watchRun } from "../watch-run.ts";
import { MemoryRun } from "./memory-run.ts";
import { MemorySessions } from "./memory-sessions.ts";

const pageSize = 256;

export function createMemoryRunLog(): RunLog {
  return new MemoryRunLog();
}

class MemoryRunLog implements RunLog {
  readonly #runs = new Map<string, MemoryRun>();
  /** The run of each event, in the order in which all of them came, and its number in that run. */
  readonly #order: { readonly run: MemoryRun; readonly id: number }[] = [];
  /** The runs that are not at rest. */
  readonly #movable = new Set<MemoryRun>();
  readonly #sessions = new MemorySessions();
  readonly #changes = new RunChanges();
  #isClosed = false;

  async create(run: NewRun, events: readonly RunEvent[], next: NextMove): Promise<void> {
    this.#assertOpen();
    assertStorable(run);
    const encoded = encodeEvents(run.runId, 0, events);
    assertOwned(run, events);
    if (this.#runs.has(run.runId)) throw runExists(run.runId);
    const created = new MemoryRun(run, encoded, next);
    this.#runs.set(run.runId, created);
    this.#keep(created, encoded);
    this.#announce(run.runId, created, { events: encoded });
  }

  async append(runId: string, batch: AppendBatch): Promise<AppendOutcome> {
    const run = this.#runOf(runId);
    const claimableBefore = run.claimableAt;
    const encoded = encodeEvents(runId, batch.after, batch.events);
    const outcome = run.append(batch, encoded);
    if (outcome.type !== "appended") return outcome;
    this.#keep(run, encoded);
    this.#announce(runId, run, { events: encoded, isReleased: batch.release === true, claimableBefore });
    return outcome;
  }

  async read(runId: string, window?: EventWindow): Promise<readonly RunEvent[]> {
    return this.#runOf(runId).read(window);
  }

  watch(runId: string, options: WatchOptions = {}): AsyncIterable<RunEvent> {
    return watchRun(runId, options, this.#changes, async (after) => this.#page(runId, after));
  }

  follow(options: FollowOptions = {}): AsyncIterable<LoggedEvent> {
    return followLog(options, this.#changes, async (after) => this.#pageOfAll(after));
  }

  end(runId: string, options: EndOptions): Promise<readonly RunEvent[]> {
    const { types } = options;
    return endOfRun(runId, options, this.#changes, async (after) => this.#runOf(runId).tail({ after, types }));
  }

  async find(runId: string): Promise<RunRecord | undefined> {
    this.#assertOpen();
    return this.#runs.get(runId)?.record;
  }

  async list(filter: RunFilter = {}): Promise<readonly RunRecord[]> {
    this.#assertOpen();
    const newestFirst = [...this.#runs.values()].map((run) => run.record).reverse();
    const start = newestFirst.findIndex(({ runId }) => runId === filter.before) + 1;
    if (filter.before !== undefined && start === 0) return [];
    return newestFirst
      .slice(start)
      .filter((run) =>
        (["sessionId", "agentId", "parentRunId", "status"] as const).every(
          (key) => filter[key] === undefined || filter[key] === run[key],
        ),
      )
      .slice(0, filter.limit);
  }

  async claim({ owner, now, until, agentIds }: ClaimRequest): Promise<Claim | undefined> {
    const first = this.#nextClaimable(agentIds);
    return first !== undefined && first.at <= now ? first.run.claim(owner, until) : undefined;
  }

  async renew(claim: Claim, until: number): Promise<boolean> {
    this.#assertOpen();
    return this.#runs.get(claim.runId)?.renew(claim, until) ?? false;
  }

  async release(claim: Claim): Promise<void> {
    this.#assertOpen();
    const run = this.#runs.get(claim.runId);
    if (run?.release(claim) && run.claimableAt !== undefined) this.#changes.runnable();
  }

  async nextWake(agentIds: readonly string[]): Promise<number | undefined> {
    return this.#nextClaimable(agentIds)?.at;
  }

  onRunnable(callback: () => void): () => void {
    return this.#changes.onRunnable(callback);
  }

  async createSession(session: NewSession): Promise<SessionRecord> {
    this.#assertOpen();
    return this.#sessions.create(session);
  }

  async endSession(sessionId: string, at: number): Promise<SessionRecord> {
    this.#assertOpen();
    return this.#sessions.end(sessionId, at);
  }

  async findSession(sessionId: string): Promise<SessionRecord | undefined> {
    this.#assertOpen();
    return this.#sessions.find(sessionId);
  }

  async listSessions(filter: SessionFilter = {}): Promise<readonly SessionRecord[]> {
    this.#assertOpen();
    return this.#sessions.list(filter);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    this.#changes.anyChanged();
  }

  #page(runId: string, after: number): EventPage {
    const run = this.#runOf(runId);
    const events = run.read({ after, limit: pageSize });
    return { events, isLast: run.isEnded && after + events.length >= run.lastEventId };
  }

  #pageOfAll(after: number): readonly LoggedEvent[] {
    this.#assertOpen();
    return this.#order.slice(after, after + pageSize).flatMap(({ run, id }, index) => {
      const position = after + index + 1;
      return run.read({ after: id - 1, limit: 1 }).map((event) => ({ position, event }));
    });
  }

  #keep(run: MemoryRun, events: readonly EncodedEvent[]): void {
    for (const { id } of events) this.#order.push({ run, id });
  }

  #nextClaimable(agentIds: readonly string[]): { run: MemoryRun; at: number } | undefined {
    this.#assertOpen();
    let first: { run: MemoryRun; at: number } | undefined;
    for (const run of this.#movable) {
      const at = run.claimableAt;
      if (at === undefined || (first !== undefined && first.at <= at)) continue;
      if (agentIds.includes(run.agentId)) first = { run, at };
    }
    return first;
  }

  #runOf(runId: string): MemoryRun {
    this.#assertOpen();
    const run = this.#runs.get(runId);
    if (run === undefined) throw runNotFound(runId);
    return run;
  }

  #announce(
    runId: string,
    run: MemoryRun,
    {
      events,
      isReleased = false,
      claimableBefore,
    }: Pick<LocalAppend, "events"> & { isReleased?: boolean; claimableBefore?: number | undefined },
  ): void {
    if (run.claimableAt === undefined) this.#movable.delete(run);
    else this.#movable.add(run);
    this.#changes.changed(runId, { owner: run.owner, events, hasEnded: run.isEnded, isReleased });
    if (run.claimableAt !== undefined && run.claimableAt !== claimableBefore) this.#changes.runnable();
  }

  #assertOpen(): void {
    if (this.#isClosed) throw storeClosed();
  }
}
