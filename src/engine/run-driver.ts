/**
 * Drives one run: asks the pure core what is needed, has it done, appends what happened. Events are durable before
 * anything with an effect is started, and otherwise at the end of the turn of the event loop in which they happened:
 * what a planner answers at once shares a commit with what it was told.
 */
import { messageOf } from "../errors/kigumi-error.ts";
import type { CallToolCommand, Command, PlanCommand } from "../run/command.ts";
import { decide } from "../run/decide.ts";
import type { RunEvent, RunEventBody, ToolOutcome } from "../run/event.ts";
import { evolve, fold } from "../run/evolve.ts";
import { planFailed, planned } from "../run/planned.ts";
import { type RecoveryCommand, recover } from "../run/recover.ts";
import { isEnded, type RunState } from "../run/state.ts";
import { dueAt, timePassed } from "../run/time-passed.ts";
import { OUTCOME_UNKNOWN } from "../run/tool-outcome.ts";
import type { Clock } from "../tool/clock.ts";
import { nextMove } from "./next-move.ts";
import { hasEnded } from "./readiness.ts";
import type { RunHost } from "./run-host.ts";
import type { Claim, RunLog } from "./run-log.ts";
import { atTime } from "./timer.ts";

export interface DriverOptions {
  readonly log: RunLog;
  readonly host: RunHost;
  readonly clock: Clock;
  readonly claim: Claim;
}

/** The reason of an abort when the run has gone on without the work. */
class Overtaken extends Error {}

/** Thrown inside a driver when another process has taken the run over: everything stops, nothing is written. */
class ClaimLost extends Error {}

/** More than this is not left to the end of the turn. */
const MOST_UNSAVED = 64;

/** Something that was begun and has not ended yet. */
interface Work {
  readonly done: Promise<void>;
  readonly abort: AbortController;
}

export class RunDriver {
  readonly #options: DriverOptions;
  readonly #inFlight = new Map<string, Work>();
  #isStopped = false;
  #state: RunState | undefined;
  /** The state as the log has it; what is unsaved comes on top. */
  #saved: RunState | undefined;
  #unsaved: readonly RunEvent[] = [];
  #saving: Promise<boolean> | undefined;
  #saveSoon: NodeJS.Immediate | undefined;
  #mustSync = false;
  #poke: () => void = () => {};
  #failure: unknown;

  constructor(options: DriverOptions) {
    this.#options = options;
  }

  /** Something was appended from outside, or the claim is in doubt: look at the log again. */
  poke(): void {
    this.#mustSync = true;
    this.#poke();
  }

  /** Stops at once, without a trace: the run goes on elsewhere or later. */
  stop(): void {
    this.#isStopped = true;
    clearImmediate(this.#saveSoon);
    for (const { abort } of this.#inFlight.values()) abort.abort(new ClaimLost());
    this.#poke();
  }

  /** A tool is at work: whoever takes the run over now cannot know how that ends. */
  get isCalling(): boolean {
    return [...this.#inFlight.keys()].some((key) => key.startsWith("call "));
  }

  /** Resolves to the state the run came to rest in, its claim given back, or undefined when it was taken over. */
  async drive(): Promise<RunState | undefined> {
    const { log, claim } = this.#options;
    this.#state = fold(await log.read(claim.runId));
    this.#saved = this.#state;
    if (this.#isStopped) return undefined;
    try {
      this.#recover();
      while (!(await this.#step()));
      return this.#state;
    } catch (error) {
      if (error instanceof ClaimLost) return undefined;
      throw error;
    } finally {
      this.stop();
    }
  }

  get #savedId(): number {
    return this.#saved?.lastEventId ?? 0;
  }

  get #run(): RunState {
    if (this.#state === undefined) throw new Error(`run ${this.#options.claim.runId} has no events`);
    return this.#state;
  }

  /** One round. True when the run is at rest. */
  async #step(): Promise<boolean> {
    if (this.#failure !== undefined) throw this.#failure;
    if (this.#isStopped) throw new ClaimLost();
    if (this.#mustSync) await this.#sync();
    await this.#collectChildren();
    this.#record(timePassed(this.#run, this.#now()));
    this.#dropOvertaken();

    const commands = decide(this.#run);
    if (commands.length === 0) return this.#rest();
    const recorded = commands.filter((command) => command.type === "record");
    if (recorded.length > 0 && !this.#awaitsPlanner) {
      for (const { events } of recorded) this.#record(events);
      return false;
    }
    await this.#perform(commands);
    if (this.#inFlight.size > 0) {
      await this.#next();
      return false;
    }
    return commands.every((command) => command.type === "wait") && this.#rest();
  }

  /** Nothing in hand and nothing to do: the run is given back, and holds neither memory nor a timer. */
  async #rest(): Promise<boolean> {
    await this.#nothingOnItsWay();
    // Unless somebody wrote meanwhile: then the claim still holds, and there is more to look at.
    return this.#startSaving({ release: true });
  }

  /**
   * The log has the run between two turns while its planner is at the next one. What is decided there, such as a pause,
   * waits for the planner's answer; only an end or a limit does not.
   */
  get #awaitsPlanner(): boolean {
    const { cancelRequested, limit } = this.#run;
    if (cancelRequested !== undefined || limit !== undefined) return false;
    return [...this.#inFlight.keys()].some((key) => !key.startsWith("call "));
  }

  /** Work whose outcome nobody waits for any more: calls given up, a plan made before the run had to answer. */
  #dropOvertaken(): void {
    for (const [key, { abort }] of this.#inFlight) {
      if (!this.#isWanted(key)) abort.abort(new Overtaken());
    }
  }

  #isWanted(key: string): boolean {
    const { current, limit } = this.#run;
    if (key.startsWith("call ")) {
      return current?.calls.some((call) => `call ${call.callId}` === key && call.status !== "done") ?? false;
    }
    return limit === undefined || key === "plan finalize";
  }

  async #perform(commands: readonly Command[]): Promise<void> {
    const begun = commands.filter((command) => !this.#inFlight.has(keyOf(command)));
    for (const command of begun) {
      if (command.type === "call-tool" && command.effect !== "read") this.#record([startedEvent(command)]);
    }
    if (begun.some(hasEffect) || this.#unsaved.length > MOST_UNSAVED) await this.#flush();
    // Saving takes its time: nothing is begun for somebody else's run, or for one that was canceled meanwhile.
    if (this.#isStopped || this.#run.cancelRequested !== undefined) return;
    for (const command of begun) {
      switch (command.type) {
        case "plan":
          this.#launch(command, (signal) => this.#plan(command, signal));
          break;
        case "call-tool":
          this.#launch(command, (signal) => this.#callTool(command, signal));
          break;
        case "start-child":
          this.#launch(command, () => this.#startChild(command));
          break;
        case "compress":
          this.#launch(command, (signal) => this.#compress(command, signal));
          break;
        default:
      }
    }
  }

  #launch(command: Command | RecoveryCommand, perform: (signal: AbortSignal) => Promise<void>): void {
    const key = keyOf(command);
    const abort = new AbortController();
    const done = perform(abort.signal)
      .catch((error) => {
        // An abort of our own making is not a failure of the run.
        if (!abort.signal.aborted) this.#failure ??= error;
      })
      .finally(() => {
        this.#inFlight.delete(key);
        this.#poke();
      });
    this.#inFlight.set(key, { done, abort });
  }

  async #plan(command: PlanCommand, signal: AbortSignal): Promise<void> {
    const { host } = this.#options;
    try {
      const result = await host.plan(this.#run, command, signal);
      if (signal.aborted || isEnded(this.#run)) return;
      if (command.reminderIds.length > 0) this.#record([{ type: "reminders_shown", reminderIds: command.reminderIds }]);
      this.#record(planned(this.#run, result, host.environment(this.#run, this.#now())));
    } catch (error) {
      if (signal.aborted) throw error;
      this.#record(planFailed(host.planError(error)));
    }
  }

  async #callTool(command: CallToolCommand, signal: AbortSignal): Promise<void> {
    const startedAt = this.#now();
    const outcome = await this.#options.host.callTool(this.#run, command, signal);
    this.#finishCall(command.callId, command.tool, outcome, this.#now() - startedAt);
  }

  async #startChild(command: Extract<Command, { type: "start-child" }>): Promise<void> {
    const { host, log } = this.#options;
    const { callId, tool, childRunId, childAgentId } = command;
    const run = this.#run;
    try {
      const { type, ...started } = await host.startChild(run, command);
      const at = this.#now();
      const session = run.sessionId === undefined ? {} : { sessionId: run.sessionId };
      const event: RunEvent = {
        ...started,
        type,
        id: 1,
        v: 1,
        at,
        runId: childRunId,
        agentId: childAgentId,
        ...session,
      };
      await log.create(
        {
          runId: childRunId,
          agentId: childAgentId,
          parentRunId: run.runId,
          labels: run.labels,
          createdAt: at,
          ...session,
        },
        [event],
        { status: "pending", isRunnable: true },
      );
    } catch (error) {
      // After a crash between the two appends the child is already there, under the same id.
      if ((error as { code?: string }).code !== "run_exists") {
        const failure = { kind: "internal", error: messageOf(error), recovery: { action: "correct_call" } } as const;
        this.#finishCall(callId, tool, { type: "failure", failure });
        return;
      }
    }
    this.#record([{ type: "child_run_linked", callId, tool, childRunId, childAgentId }]);
  }

  async #compress(command: Extract<Command, { type: "compress" }>, signal: AbortSignal): Promise<void> {
    const { host } = this.#options;
    try {
      const { summary, digest } = await host.compress(this.#run, command, signal);
      if (signal.aborted) return;
      this.#record([{ type: "history_compressed", through: command.through, summary, digest }]);
    } catch (error) {
      if (signal.aborted) throw error;
      this.#record(planFailed(host.planError(error)));
    }
  }

  #finishCall(callId: string, tool: string, outcome: ToolOutcome, durationMs?: number): void {
    const call = this.#run.current?.calls.find((each) => each.callId === callId);
    // The run may have ended, or given the call up, while the tool was still at it.
    if (isEnded(this.#run) || call === undefined || call.status === "done") return;
    const duration = durationMs === undefined ? {} : { durationMs };
    this.#record([{ type: "tool_result_received", callId, tool, outcome, ...duration }]);
  }

  #recover(): void {
    for (const command of recover(this.#run)) {
      if (command.type === "call-tool") this.#launch(command, (signal) => this.#callAgain(command, signal));
      else this.#launch(command, (signal) => this.#reconcile(command, signal));
    }
  }

  async #callAgain(command: CallToolCommand, signal: AbortSignal): Promise<void> {
    this.#record([startedEvent(command)]);
    await this.#flush();
    await this.#callTool(command, signal);
  }

  async #reconcile(call: { callId: string; tool: string; key: string }, signal: AbortSignal): Promise<void> {
    const found = await this.#options.host.reconcile(this.#run, call, signal);
    if (signal.aborted) return;
    const { callId, tool, key } = call;
    if (found === undefined) this.#record([{ type: "tool_outcome_unknown", callId, tool, key }]);
    this.#finishCall(callId, tool, found ?? { type: "failure", failure: OUTCOME_UNKNOWN });
  }

  /** Children that ended while nobody was looking, and those that wait for a person: their time is not this run's. */
  async #collectChildren(): Promise<void> {
    const { log, host } = this.#options;
    let waitsForPerson = false;
    for (const { callId, tool, childRunId, status } of this.#run.current?.calls ?? []) {
      if (childRunId === undefined || status === "done") continue;
      const child = await log.find(childRunId);
      waitsForPerson ||= child?.status === "paused";
      if (child === undefined || !hasEnded(child.status)) continue;
      const state = fold(await log.read(childRunId));
      if (state === undefined) continue;
      this.#record([{ type: "tool_result_received", callId, tool, childRunId, outcome: host.childOutcome(state) }]);
    }
    const { paused, clock } = this.#run;
    const reason = "await_child";
    if (waitsForPerson && paused === undefined && clock.budgetAt !== undefined)
      this.#record([{ type: "run_paused", reason }]);
    if (!waitsForPerson && paused === reason) this.#record([{ type: "run_resumed", reason }]);
  }

  #record(bodies: readonly RunEventBody[]): void {
    for (const body of bodies) {
      const event = this.#stamp(body, this.#run.lastEventId + 1);
      this.#state = evolve(this.#run, event);
      this.#unsaved = [...this.#unsaved, event];
    }
    if (bodies.length > 0) this.#flushSoon();
  }

  #stamp(body: RunEventBody, id: number): RunEvent {
    const { runId, agentId, sessionId, turn } = this.#run;
    const session = sessionId === undefined ? {} : { sessionId };
    return { ...body, id, v: 1, at: this.#now(), runId, agentId, ...session, turnId: `${runId}/${turn}` };
  }

  #flushSoon(): void {
    if (this.#isStopped) return;
    this.#saveSoon ??= setImmediate(() => {
      this.#saveSoon = undefined;
      this.#flush().catch((error) => {
        this.#failure ??= error;
        this.#poke();
      });
    });
  }

  /** Everything recorded so far is durable when this resolves. */
  async #flush(): Promise<void> {
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
    const [events, state] = [this.#unsaved, this.#run];
    const at = this.#now();
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

  async #sync(): Promise<void> {
    this.#mustSync = false;
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
      if (event.type === "approval_expired" && isDecided(this.#run, event.awaitId)) return [];
      const renumbered = { ...event, id: this.#run.lastEventId + 1 };
      this.#state = evolve(this.#run, renumbered);
      return renumbered;
    });
  }

  #now(): number {
    return this.#options.clock.now().getTime();
  }

  /** Waits for something in hand to finish, for a poke, or for time to matter. */
  async #next(): Promise<void> {
    const due = dueAt(this.#run);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#poke = resolve;
    if (this.#mustSync || this.#isStopped) resolve();
    const cancel = due === undefined ? undefined : atTime(this.#options.clock, due, resolve);
    await Promise.race([promise, ...[...this.#inFlight.values()].map(({ done }) => done)]);
    cancel?.();
    this.#poke = () => {};
  }
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

function startedEvent({ callId, key, attempt }: CallToolCommand): RunEventBody {
  return { type: "tool_call_started", callId, key, attempt };
}

/** Somebody answered in the moment the request expired: the answer was first. */
function isDecided(state: RunState, awaitId: string): boolean {
  return state.waits.some((wait) => wait.awaitId === awaitId && wait.answer !== undefined);
}
