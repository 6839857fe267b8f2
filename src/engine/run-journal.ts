/**
 * A run as its driver has it: the state the log tells of, and on top of it what has happened since and is on its way to
 * the log. Whoever else writes to the run comes first; what is not saved yet follows, under new numbers.
 */
import type { RunEvent, RunEventBody } from "../run/event.ts";
import { evolve, fold } from "../run/evolve.ts";
import type { RunState } from "../run/state.ts";
import type { Clock } from "../tool/clock.ts";
import { nextMove } from "./next-move.ts";
import type { Claim, RunLog } from "./run-log.ts";

export interface JournalOptions {
  readonly log: RunLog;
  readonly clock: Clock;
  readonly claim: Claim;
  /** Told when saving in the background failed. */
  readonly onFailure: (error: unknown) => void;
}

/** Thrown when another process has taken the run over: everything stops, nothing is written. */
export class ClaimLost extends Error {}

export class RunJournal {
  readonly #options: JournalOptions;
  #state: RunState | undefined;
  /** The state as the log has it; what is unsaved comes on top. */
  #saved: RunState | undefined;
  #unsaved: RunEvent[] = [];
  #saving: Promise<boolean> | undefined;
  #saveSoon: NodeJS.Immediate | undefined;
  #isClosed = false;

  private constructor(options: JournalOptions, state: RunState | undefined) {
    this.#options = options;
    this.#state = state;
    this.#saved = state;
  }

  static async open(options: JournalOptions): Promise<RunJournal> {
    return new RunJournal(options, fold(await options.log.read(options.claim.runId)));
  }

  get run(): RunState {
    if (this.#state === undefined) throw new Error(`run ${this.#options.claim.runId} has no events`);
    return this.#state;
  }

  get unsavedCount(): number {
    return this.#unsaved.length;
  }

  get #savedId(): number {
    return this.#saved?.lastEventId ?? 0;
  }

  /** Nothing more is saved; what was on its way may still arrive. */
  close(): void {
    this.#isClosed = true;
    clearImmediate(this.#saveSoon);
  }

  /** Saves the rest and gives the claim back. False when somebody wrote meanwhile: the claim holds, look again. */
  async release(): Promise<boolean> {
    await this.#nothingOnItsWay();
    return this.#startSaving({ release: true });
  }

  /**
   * It has happened: the state follows at once, the log at the end of the turn of the event loop at the latest. `turn`
   * is the planner's turn it belongs to, when that is not the last one taken.
   */
  record(bodies: readonly RunEventBody[], turn?: number): void {
    if (bodies.length === 0) return;
    const at = this.now();
    for (const body of bodies) {
      const event = this.#stamp(body, at, turn ?? this.run.turn);
      this.#state = evolve(this.run, event);
      this.#unsaved.push(event);
    }
    this.#flushSoon();
  }

  #stamp(body: RunEventBody, at: number, turn: number): RunEvent {
    const { runId, agentId, sessionId, lastEventId } = this.run;
    const stamp = { id: lastEventId + 1, v: 1, at, runId, agentId, turnId: `${runId}/${turn}` } as const;
    return sessionId === undefined ? { ...stamp, ...body } : { ...stamp, sessionId, ...body };
  }

  #flushSoon(): void {
    if (this.#isClosed) return;
    this.#saveSoon ??= setImmediate(() => {
      this.#saveSoon = undefined;
      this.flush().catch(this.#options.onFailure);
    });
  }

  /** Everything recorded so far is durable when this resolves. */
  async flush(): Promise<void> {
    while (this.#unsaved.length > 0) await (this.#saving ?? this.#startSaving());
  }

  /** Nothing is on its way to the log when this resolves. */
  async #nothingOnItsWay(): Promise<void> {
    while (this.#saving !== undefined) await this.#saving;
  }

  #startSaving(options: { release?: true } = {}): Promise<boolean> {
    this.#saving = this.#save(options).finally(() => {
      this.#saving = undefined;
    });
    return this.#saving;
  }

  /** False when somebody else had written first: what is unsaved now follows that. */
  async #save(options: { release?: true } = {}): Promise<boolean> {
    const { log, claim } = this.#options;
    const [events, state] = [[...this.#unsaved], this.run];
    const at = this.now();
    const outcome = await log.append(claim.runId, {
      after: this.#savedId,
      events,
      next: nextMove(state, at),
      fence: claim.fence,
      at,
      ...options,
    });
    switch (outcome.type) {
      case "fenced":
        throw new ClaimLost();
      case "conflict":
        this.#rebase(outcome.missed);
        return false;
      case "appended":
        this.#saved = state;
        // More may have been recorded while the append was on its way.
        this.#unsaved = this.#unsaved.slice(events.length);
        return true;
    }
  }

  /** Takes in what others have appended. */
  async sync(): Promise<void> {
    const { log, claim } = this.#options;
    // What is on its way of our own would look like somebody else's.
    await this.#nothingOnItsWay();
    this.#rebase(await log.read(claim.runId, { after: this.#savedId }));
  }

  /** What others appended comes first; what is not saved yet follows it, under new numbers. */
  #rebase(missed: readonly RunEvent[]): void {
    // An append that was refused and a look at the log may both tell of the same events.
    const unknown = missed.filter(({ id }) => id > this.#savedId);
    if (unknown.length === 0) return;
    this.#saved = fold(unknown, this.#saved);
    this.#state = this.#saved;
    this.#unsaved = this.#unsaved.flatMap((event) => {
      if (event.type === "approval_expired" && isDecided(this.run, event.awaitId)) return [];
      const renumbered = { ...event, id: this.run.lastEventId + 1 };
      this.#state = evolve(this.run, renumbered);
      return renumbered;
    });
  }

  now(): number {
    return this.#options.clock.now().getTime();
  }
}

/** Somebody answered in the moment the request expired: the answer was first. */
function isDecided(state: RunState, awaitId: string): boolean {
  return state.waits.some((wait) => wait.awaitId === awaitId && wait.answer !== undefined);
}
