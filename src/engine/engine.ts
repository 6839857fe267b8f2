/**
 * Drives every run of a log that this process has the agents for: claims what can move, keeps the claims alive, lets
 * go of what rests. Several engines, in several processes, may share one log.
 */
import { randomUUID } from "node:crypto";
import type { RunState } from "../run/state.ts";
import type { Clock } from "../tool/clock.ts";
import { RunDriver } from "./run-driver.ts";
import type { RunHost } from "./run-host.ts";
import type { Claim, RunLog } from "./run-log.ts";

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

class LogEngine implements Engine {
  readonly #options: Required<Omit<EngineOptions, "onError">> & Pick<EngineOptions, "onError">;
  readonly #owner = randomUUID();
  readonly #driving = new Map<string, { driver: RunDriver; claim: Claim; done: Promise<void> }>();
  readonly #unsubscribe: () => void;
  #isClosed = false;
  #isClaiming = false;
  #isNudged = false;
  #cancelWake: (() => void) | undefined;
  #cancelRenewal: (() => void) | undefined;

  constructor(options: EngineOptions) {
    this.#options = { leaseMs: 15_000, concurrency: 256, ...options };
    this.#unsubscribe = this.#options.log.onRunnable(() => this.nudge());
    this.nudge();
  }

  nudge(): void {
    this.#isNudged = true;
    if (!this.#isClaiming && !this.#isClosed) void this.#claimAll();
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
    for (const { driver } of this.#driving.values()) driver.stop();
    await Promise.all([...this.#driving.values()].map(({ done }) => done));
  }

  async #claimAll(): Promise<void> {
    this.#isClaiming = true;
    try {
      while (this.#isNudged && !this.#isClosed) {
        this.#isNudged = false;
        while (!this.#isClosed && this.#driving.size < this.#options.concurrency) {
          const claim = await this.#claimOne();
          if (claim === undefined) break;
          this.#drive(claim);
        }
        await this.#planWake();
      }
    } catch (error) {
      this.#options.onError?.(error, "");
    } finally {
      this.#isClaiming = false;
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
      .then((state) => this.#rested(claim, state))
      .catch((error) => this.#options.onError?.(error, claim.runId))
      .finally(() => {
        this.#driving.delete(claim.runId);
        this.nudge();
      });
    this.#driving.set(claim.runId, { driver, claim, done });
    this.#renewLater();
  }

  async #rested(claim: Claim, state: RunState | undefined): Promise<void> {
    if (state === undefined) return;
    await this.#options.log.release(claim);
    if (state.outcome !== undefined && state.parent !== undefined) await this.#tellParent(state.parent.runId);
  }

  /** The parent looks at its children when it is woken; waking it is all that is needed. */
  async #tellParent(runId: string): Promise<void> {
    const { log } = this.#options;
    const parent = await log.find(runId);
    if (parent === undefined) return;
    const next = { status: parent.status, isRunnable: true };
    await log.append(runId, { after: parent.lastEventId, events: [], next, at: this.#now() });
    this.poke(runId);
  }

  async #planWake(): Promise<void> {
    this.#cancelWake?.();
    this.#cancelWake = undefined;
    const at = await this.#options.log.nextWake(this.#options.host.agentIds);
    if (at === undefined || this.#isClosed) return;
    this.#cancelWake = this.#options.clock.after(Math.max(0, at - this.#now()), () => this.nudge());
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
    for (const { claim, driver } of this.#driving.values()) {
      const isOurs = await this.#options.log.renew(claim, until).catch(() => false);
      if (isOurs) driver.poke();
      else driver.stop();
    }
    if (this.#driving.size > 0) this.#renewLater();
  }

  #now(): number {
    return this.#options.clock.now().getTime();
  }
}
