/**
 * Drives every run of a log that this process has the agents for: claims what can move, keeps the claims alive, lets
 * go of what rests. Several engines, in several processes, may share one log.
 */
import { randomUUID } from "node:crypto";
import { openCalls, type RunState } from "../run/state.ts";
import type { Clock } from "../tool/clock.ts";
import { hasEnded } from "./readiness.ts";
import { RunDriver } from "./run-driver.ts";
import type { RunHost } from "./run-host.ts";
import type { Claim, RunLog } from "./run-log.ts";
import { atTime } from "./timer.ts";

/** A log and how it is to be driven: what `createRuntime` takes. */
export interface RunEngine {
  readonly log: RunLog;
  /** How long a claim holds without being renewed. A killed process keeps its runs for this long. */
  readonly leaseMs?: number;
}

export interface EngineOptions extends Partial<RunEngine> {
  log: RunLog;
  host: RunHost;
  clock: Clock;
  leaseMs?: number;
  /** Runs driven at once by this process. Default 256. */
  concurrency?: number;
  /** How long closing waits for tools at work. Default 2 s. */
  closeGraceMs?: number;
  onError?: (error: unknown, runId: string) => void;
}

export interface Engine {
  /** Looks for runs that can move, now. */
  nudge(): void;
  /** The run was written to from outside: whoever drives it here has to look. */
  poke(runId: string): void;
  [Symbol.asyncDispose](): Promise<void>;
}

export function createEngine(options: EngineOptions): Engine {
  return new LogEngine(options);
}

/** Claims asked for at once: they share a commit. */
const MOST_CLAIMS_AT_ONCE = 16;
/** A log that fails now (full, locked) may work again; whoever waits in it is not forgotten. */
const RETRY_MS = 1000;

interface Driving {
  readonly driver: RunDriver;
  readonly claim: Claim;
  readonly done: Promise<void>;
}

class LogEngine implements Engine {
  readonly #options: Required<Omit<EngineOptions, "onError">> & Pick<EngineOptions, "onError">;
  readonly #owner = randomUUID();
  readonly #driving = new Map<string, Driving>();
  readonly #unsubscribe: () => void;
  #isClosed = false;
  #claiming: Promise<void> | undefined;
  #isNudged = false;
  #isFailing = false;
  #cancelWake: (() => void) | undefined;
  #cancelRenewal: (() => void) | undefined;

  constructor(options: EngineOptions) {
    this.#options = { leaseMs: 15_000, concurrency: 256, closeGraceMs: 2_000, ...options };
    this.#unsubscribe = this.#options.log.onRunnable(() => this.nudge());
    this.nudge();
  }

  nudge(): void {
    this.#isNudged = true;
    if (this.#isClosed || this.#isFailing) return;
    this.#claiming ??= this.#claimAll().finally(() => {
      this.#claiming = undefined;
      // A nudge that came between the last look and here.
      if (this.#isNudged) this.nudge();
    });
  }

  poke(runId: string): void {
    this.#driving.get(runId)?.driver.poke();
    this.nudge();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    this.#unsubscribe();
    this.#cancelWake?.();
    this.#cancelRenewal?.();
    // A claim on its way becomes a driver first: all of them are given back alike.
    await this.#claiming;
    await Promise.all([...this.#driving.values()].map((each) => this.#letGo(each)));
  }

  /**
   * Calls in hand may end, for a while: cut off, nobody could tell whether they took effect. The next process takes the
   * run up at once, unless a tool is still at work here: then when the claim lapses.
   */
  async #letGo({ driver, claim, done }: Driving): Promise<void> {
    const grace = Promise.withResolvers<void>();
    const cancel = this.#options.clock.after(this.#options.closeGraceMs, grace.resolve);
    driver.finish();
    await Promise.race([done, grace.promise]);
    cancel();
    const isCalling = driver.isCalling;
    driver.stop();
    await done;
    // A log that cannot be written to any more lets the claim lapse, too.
    if (!isCalling) await this.#options.log.release(claim).catch(() => {});
  }

  async #claimAll(): Promise<void> {
    try {
      while (this.#isNudged && !this.#isClosed) {
        this.#isNudged = false;
        await this.#claimWhatMoves();
        await this.#planWake();
      }
    } catch (error) {
      this.#options.onError?.(error, "");
      this.#retryLater();
    }
  }

  /** Until then nobody's nudge makes it try, and complain, again. */
  #retryLater(): void {
    this.#isFailing = true;
    this.#cancelWake?.();
    this.#cancelWake = this.#options.clock.after(RETRY_MS, () => {
      this.#isFailing = false;
      this.nudge();
    });
  }

  get #room(): number {
    return this.#isClosed ? 0 : this.#options.concurrency - this.#driving.size;
  }

  /** One at first, as most often there is one or none; more at a time while there are more. */
  async #claimWhatMoves(): Promise<void> {
    for (let count = 1; this.#room > 0; count = Math.min(count * 2, MOST_CLAIMS_AT_ONCE)) {
      const asked = Array.from({ length: Math.min(count, this.#room) }, () => this.#claimOne());
      const claims = (await Promise.all(asked)).filter((claim) => claim !== undefined);
      for (const claim of claims) this.#drive(claim);
      if (claims.length < asked.length) return;
    }
  }

  #claimOne(): Promise<Claim | undefined> {
    const { log, host, leaseMs } = this.#options;
    const now = this.#now();
    return log.claim({ owner: this.#owner, now, until: now + leaseMs, agentIds: host.agentIds });
  }

  #drive(claim: Claim): void {
    const { log, host, clock } = this.#options;
    const driver = new RunDriver({ log, host, clock, claim });
    const done = driver
      .drive()
      .then((state) => this.#rested(state))
      .catch((error) => this.#options.onError?.(error, claim.runId))
      .finally(() => {
        if (this.#driving.get(claim.runId)?.driver === driver) this.#driving.delete(claim.runId);
        this.nudge();
      });
    // A process that slept through its own lease meets the run it still drives: one of the two has to go.
    this.#driving.get(claim.runId)?.driver.stop();
    this.#driving.set(claim.runId, { driver, claim, done });
    this.#renewLater();
  }

  async #rested(state: RunState | undefined): Promise<void> {
    if (state === undefined) return;
    if (state.outcome !== undefined) {
      if (state.parent !== undefined) await this.#wake(state.parent.runId);
      return;
    }
    // A child that ended between this run's last look and its rest woke a run that was still awake.
    if (await this.#hasEndedChild(state)) await this.#wake(state.runId);
  }

  async #hasEndedChild(state: RunState): Promise<boolean> {
    for (const { childRunId } of openCalls(state)) {
      const child = childRunId === undefined ? undefined : await this.#options.log.find(childRunId);
      if (child !== undefined && hasEnded(child.status)) return true;
    }
    return false;
  }

  /** A run looks at its children when it is woken; waking it is all that is needed. */
  async #wake(runId: string): Promise<void> {
    const { log } = this.#options;
    for (;;) {
      const run = await log.find(runId);
      if (run === undefined) return;
      const next = { status: run.status, isRunnable: true };
      const outcome = await log.append(runId, { after: run.lastEventId, events: [], next, at: this.#now() });
      // Whoever wrote to the run meanwhile may have left it at rest.
      if (outcome.type === "appended") break;
    }
    this.poke(runId);
  }

  async #planWake(): Promise<void> {
    const at = await this.#options.log.nextWake(this.#options.host.agentIds);
    // With no room left, the next run that comes to rest makes some, and nudges.
    this.#wakeAt(this.#room > 0 ? at : undefined);
  }

  #wakeAt(time: number | undefined): void {
    this.#cancelWake?.();
    this.#cancelWake = undefined;
    if (time === undefined || this.#isClosed) return;
    this.#cancelWake = atTime(this.#options.clock, time, () => this.nudge());
  }

  /** One timer for all claims, and none while nothing is driven. */
  #renewLater(): void {
    if (this.#cancelRenewal !== undefined || this.#isClosed) return;
    this.#cancelRenewal = this.#options.clock.after(this.#options.leaseMs / 3, () => {
      this.#cancelRenewal = undefined;
      void this.#renewAll();
    });
  }

  async #renewAll(): Promise<void> {
    const until = this.#now() + this.#options.leaseMs;
    // Asked for together: they share a commit.
    await Promise.all([...this.#driving.values()].map((each) => this.#renew(each, until)));
    if (this.#driving.size > 0) this.#renewLater();
  }

  async #renew({ claim, driver }: Driving, until: number): Promise<void> {
    const isOurs = await this.#options.log.renew(claim, until).catch(() => false);
    if (isOurs) driver.poke();
    else driver.stop();
  }

  #now(): number {
    return this.#options.clock.now().getTime();
  }
}
