/**
 * Drives one run: asks the pure core what is needed, has it done, appends what happened. Events are durable before
 * anything with an effect is started, and otherwise at the end of the turn of the event loop in which they happened:
 * what a planner answers at once shares a commit with what it was told.
 */
import type { Command } from "../run/command.ts";
import { decide } from "../run/decide.ts";
import { type RecoveryCommand, recover } from "../run/recover.ts";
import type { RunState } from "../run/state.ts";
import { dueAt, timePassed } from "../run/time-passed.ts";
import type { Clock } from "../tool/clock.ts";
import { CommandPerformer, startedEvent } from "./command-performer.ts";
import type { RunHost } from "./run-host.ts";
import { ClaimLost, RunJournal } from "./run-journal.ts";
import type { Claim, RunLog } from "./run-log.ts";
import { atTime } from "./timer.ts";

export interface DriverOptions {
  readonly log: RunLog;
  readonly host: RunHost;
  readonly clock: Clock;
  readonly claim: Claim;
}

interface WorkInHand {
  readonly abort: AbortController;
  /** Of the call that it answers; undefined for what is done for the planner. */
  readonly callId: string | undefined;
}

/** The reason of an abort when the run has gone on without the work. */
class Overtaken extends Error {}

/** More than this is not left to the end of the turn. */
const MOST_UNSAVED = 64;

export class RunDriver {
  readonly #options: DriverOptions;
  /** What was begun and has not ended yet. */
  readonly #inFlight = new Map<string, WorkInHand>();
  #isStopped = false;
  #isFinishing = false;
  #open: { readonly journal: RunJournal; readonly performer: CommandPerformer } | undefined;
  #mustSync = false;
  /** Something has happened since the last round began. */
  #isRoused = false;
  #wake: () => void = () => {};
  #failure: unknown;

  constructor(options: DriverOptions) {
    this.#options = options;
  }

  /** Something was appended from outside, or the claim is in doubt: look at the log again. */
  poke(): void {
    this.#mustSync = true;
    this.#rouse();
  }

  /** Begins nothing more, and stops when the calls in hand have their outcome. */
  finish(): void {
    this.#isFinishing = true;
    this.#rouse();
  }

  /** Stops at once, without a trace: the run goes on elsewhere or later. */
  stop(): void {
    this.#isStopped = true;
    this.#open?.journal.close();
    for (const { abort } of this.#inFlight.values()) abort.abort(new ClaimLost());
    this.#rouse();
  }

  /** A tool is at work: whoever takes the run over now cannot know how that ends. */
  get isCalling(): boolean {
    for (const { callId } of this.#inFlight.values()) if (callId !== undefined) return true;
    return false;
  }

  /** Resolves to the state the run came to rest in, its claim given back, or undefined when it was taken over. */
  async drive(): Promise<RunState | undefined> {
    const { host, log } = this.#options;
    const journal = await RunJournal.open({ ...this.#options, onFailure: (error) => this.#fail(error) });
    if (this.#isStopped) return undefined;
    this.#open = { journal, performer: new CommandPerformer({ journal, host, log }) };
    try {
      this.#recover();
      while (!(await this.#step()));
      return journal.run;
    } catch (error) {
      if (error instanceof ClaimLost) return undefined;
      throw error;
    } finally {
      this.stop();
    }
  }

  get #journal(): RunJournal {
    return this.#opened.journal;
  }

  get #performer(): CommandPerformer {
    return this.#opened.performer;
  }

  get #opened(): { readonly journal: RunJournal; readonly performer: CommandPerformer } {
    if (this.#open === undefined) throw new Error(`run ${this.#options.claim.runId} is not driven yet`);
    return this.#open;
  }

  /** One round. True when the run is at rest. */
  async #step(): Promise<boolean> {
    const journal = this.#journal;
    this.#isRoused = false;
    if (this.#failure !== undefined) throw this.#failure;
    if (this.#isStopped) throw new ClaimLost();
    if (this.#mustSync) {
      this.#mustSync = false;
      await journal.sync();
    }
    if (this.#isFinishing && !this.isCalling) {
      await journal.flush();
      throw new ClaimLost();
    }
    if (hasChildren(journal.run)) await this.#performer.collectChildren();
    if (dueAt(journal.run) !== undefined) journal.record(timePassed(journal.run, journal.now()));
    this.#dropOvertaken();

    const commands = decide(this.#journal.run);
    if (commands.length === 0) return journal.release();
    const recorded = commands.filter((command) => command.type === "record");
    if (recorded.length > 0 && !this.#awaitsPlanner) {
      for (const { events } of recorded) this.#journal.record(events);
      return false;
    }
    await this.#perform(commands);
    if (this.#inFlight.size > 0) {
      await this.#next();
      return false;
    }
    // Nothing in hand and nothing to do: the run is given back, and holds neither memory nor a timer.
    return commands.every((command) => command.type === "wait") && journal.release();
  }

  /**
   * The log has the run between two turns while its planner is at the next one. What is decided there, such as a pause,
   * waits for the planner's answer; only an end or a limit does not.
   */
  get #awaitsPlanner(): boolean {
    const { cancelRequested, limit } = this.#journal.run;
    if (cancelRequested !== undefined || limit !== undefined) return false;
    for (const { callId } of this.#inFlight.values()) if (callId === undefined) return true;
    return false;
  }

  /** Work whose outcome nobody waits for any more: calls given up, a plan made before the run had to answer. */
  #dropOvertaken(): void {
    for (const [key, { abort, callId }] of this.#inFlight) {
      if (!this.#isWanted(key, callId)) abort.abort(new Overtaken());
    }
  }

  #isWanted(key: string, callId: string | undefined): boolean {
    const { current, limit } = this.#journal.run;
    if (callId === undefined) return limit === undefined || key === "plan finalize";
    return current?.calls.some((call) => call.callId === callId && call.status !== "done") ?? false;
  }

  async #perform(commands: readonly Command[]): Promise<void> {
    if (this.#isFinishing) return;
    const begun = commands.filter((command) => !this.#inFlight.has(keyOf(command)));
    for (const command of begun) {
      if (command.type === "call-tool" && command.effect !== "read") this.#journal.record([startedEvent(command)]);
    }
    if (begun.some(hasEffect) || this.#journal.unsavedCount > MOST_UNSAVED) await this.#journal.flush();
    // Saving takes its time: nothing is begun for somebody else's run, or for one that was canceled meanwhile.
    if (this.#isStopped || this.#isFinishing || this.#journal.run.cancelRequested !== undefined) return;
    for (const command of begun) {
      switch (command.type) {
        case "plan":
          this.#launch(command, (signal) => this.#performer.plan(command, signal));
          break;
        case "call-tool":
          this.#launch(command, (signal) => this.#performer.callTool(command, signal));
          break;
        case "start-child":
          this.#launch(command, () => this.#performer.startChild(command));
          break;
        case "compress":
          this.#launch(command, (signal) => this.#performer.compress(command, signal));
          break;
        default:
      }
    }
  }

  #launch(command: Command | RecoveryCommand, perform: (signal: AbortSignal) => Promise<void>): void {
    const key = keyOf(command);
    const abort = new AbortController();
    this.#inFlight.set(key, { abort, callId: "callId" in command ? command.callId : undefined });
    const end = () => {
      this.#inFlight.delete(key);
      this.#rouse();
    };
    perform(abort.signal).then(end, (error) => {
      // An abort of our own making is not a failure of the run.
      if (!abort.signal.aborted) this.#fail(error);
      end();
    });
  }

  #fail(error: unknown): void {
    this.#failure ??= error;
    this.#rouse();
  }

  #recover(): void {
    for (const command of recover(this.#journal.run)) {
      if (command.type === "call-tool") this.#launch(command, (signal) => this.#performer.callAgain(command, signal));
      else this.#launch(command, (signal) => this.#performer.reconcile(command, signal));
    }
  }

  /** Waits for something in hand to finish, for a poke, or for time to matter. */
  async #next(): Promise<void> {
    if (this.#isRoused) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    const due = dueAt(this.#journal.run);
    const cancel = due === undefined ? undefined : atTime(this.#options.clock, due, resolve);
    await promise;
    cancel?.();
    this.#wake = () => {};
  }

  #rouse(): void {
    this.#isRoused = true;
    this.#wake();
  }
}

function hasChildren({ current }: RunState): boolean {
  return current?.calls.some(({ childRunId }) => childRunId !== undefined) ?? false;
}

/** What is in hand already is not begun again. */
function keyOf(command: Command | RecoveryCommand): string {
  switch (command.type) {
    case "call-tool":
    case "reconcile":
    case "start-child":
      return `call ${command.callId}`;
    case "plan":
      return command.mode === "finalize" ? "plan finalize" : "plan";
    default:
      return command.type;
  }
}

function hasEffect(command: Command): boolean {
  return command.type === "start-child" || (command.type === "call-tool" && command.effect !== "read");
}
