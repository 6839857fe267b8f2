/**
 * Drives one run: asks the pure core what is needed, has it done, appends what happened. Events are durable before
 * anything with an effect is started and as soon as an effect has an outcome; what costs nothing to repeat rides along
 * with the next append.
 */
import { isAbort } from "../errors/abort.ts";
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
import type { RunHost } from "./run-host.ts";
import type { Claim, RunLog } from "./run-log.ts";

export interface DriverOptions {
  readonly log: RunLog;
  readonly host: RunHost;
  readonly clock: Clock;
  readonly claim: Claim;
}

/** Thrown inside a driver when another process has taken the run over: everything stops, nothing is written. */
class ClaimLost extends Error {}

export class RunDriver {
  readonly #options: DriverOptions;
  readonly #abort = new AbortController();
  readonly #inFlight = new Map<string, Promise<void>>();
  #state: RunState | undefined;
  /** The state as the log has it; what is unsaved comes on top. */
  #saved: RunState | undefined;
  #unsaved: readonly RunEvent[] = [];
  #saving: Promise<void> | undefined;
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
    this.#abort.abort(new ClaimLost());
    this.#poke();
  }

  /** Resolves to the state the run came to rest in, or undefined when it was taken over. */
  async drive(): Promise<RunState | undefined> {
    const { log, claim } = this.#options;
    this.#state = fold(await log.read(claim.runId));
    this.#saved = this.#state;
    try {
      this.#recover();
      while (!(await this.#step()));
      return this.#state;
    } catch (error) {
      if (error instanceof ClaimLost) return undefined;
      throw error;
    } finally {
      this.#abort.abort(new ClaimLost());
    }
  }

  get #run(): RunState {
    if (this.#state === undefined) throw new Error(`run ${this.#options.claim.runId} has no events`);
    return this.#state;
  }

  /** One round. True when the run is at rest. */
  async #step(): Promise<boolean> {
    if (this.#failure !== undefined) throw this.#failure;
    if (this.#abort.signal.aborted) throw new ClaimLost();
    if (this.#mustSync) await this.#sync();
    this.#record(timePassed(this.#run, this.#now()));
    await this.#collectChildren();

    const commands = decide(this.#run);
    if (commands.length === 0) {
      await this.#flush();
      return true;
    }
    const recorded = commands.filter((command) => command.type === "record");
    if (recorded.length > 0) {
      for (const { events } of recorded) this.#record(events);
      return false;
    }
    await this.#perform(commands);
    if (this.#inFlight.size > 0) {
      await this.#next();
      return false;
    }
    if (!commands.every((command) => command.type === "wait")) return false;
    // Nothing in hand and nothing to do: the run rests, and holds neither memory nor a timer.
    const resting = this.#run;
    await this.#flush();
    await this.#save();
    return this.#run === resting && !this.#mustSync;
  }

  async #perform(commands: readonly Command[]): Promise<void> {
    const begun = commands.filter((command) => !this.#inFlight.has(keyOf(command)));
    for (const command of begun) {
      if (command.type === "call-tool" && command.effect !== "read") this.#record([startedEvent(command)]);
    }
    const hasEffects = begun.some((command) => command.type === "call-tool" || command.type === "start-child");
    if (hasEffects) await this.#flush();
    for (const command of begun) {
      switch (command.type) {
        case "plan":
          this.#launch(command, () => this.#plan(command));
          break;
        case "call-tool":
          this.#launch(command, () => this.#callTool(command));
          break;
        case "start-child":
          this.#launch(command, () => this.#startChild(command));
          break;
        case "compress":
          this.#launch(command, () => this.#compress(command));
          break;
        default:
      }
    }
  }

  #launch(command: Command | RecoveryCommand, perform: () => Promise<void>): void {
    const key = keyOf(command);
    const running = perform()
      .catch((error) => {
        // An abort of our own making is not a failure of the run.
        if (!this.#abort.signal.aborted) this.#failure ??= error;
      })
      .finally(() => {
        this.#inFlight.delete(key);
        this.#poke();
      });
    this.#inFlight.set(key, running);
  }

  async #plan(command: PlanCommand): Promise<void> {
    const { host } = this.#options;
    try {
      const result = await host.plan(this.#run, command, this.#abort.signal);
      if (isEnded(this.#run)) return;
      if (command.reminderIds.length > 0) this.#record([{ type: "reminders_shown", reminderIds: command.reminderIds }]);
      this.#record(planned(this.#run, result, host.environment(this.#run, this.#now())));
    } catch (error) {
      if (isAbort(error, this.#abort.signal) || this.#abort.signal.aborted) throw error;
      this.#record(planFailed(host.planError(error)));
    }
  }

  async #callTool(command: CallToolCommand): Promise<void> {
    const startedAt = this.#now();
    const outcome = await this.#options.host.callTool(this.#run, command, this.#abort.signal);
    this.#finishCall(command.callId, command.tool, outcome, this.#now() - startedAt);
    if (command.effect !== "read") await this.#flush();
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

  async #compress(command: Extract<Command, { type: "compress" }>): Promise<void> {
    const { summary, digest } = await this.#options.host.compress(this.#run, command, this.#abort.signal);
    this.#record([{ type: "history_compressed", through: command.through, summary, digest }]);
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
      if (command.type === "call-tool") this.#launch(command, () => this.#callAgain(command));
      else this.#launch(command, () => this.#reconcile(command));
    }
  }

  async #callAgain(command: CallToolCommand): Promise<void> {
    this.#record([startedEvent(command)]);
    await this.#flush();
    await this.#callTool(command);
  }

  async #reconcile(call: { callId: string; tool: string; key: string }): Promise<void> {
    const found = await this.#options.host.reconcile(this.#run, call, this.#abort.signal);
    const { callId, tool, key } = call;
    if (found === undefined) this.#record([{ type: "tool_outcome_unknown", callId, tool, key }]);
    this.#finishCall(callId, tool, found ?? { type: "failure", failure: OUTCOME_UNKNOWN });
  }

  /** Children that ended while nobody was looking. */
  async #collectChildren(): Promise<void> {
    const { log, host } = this.#options;
    for (const { callId, tool, childRunId, status } of this.#run.current?.calls ?? []) {
      if (childRunId === undefined || status === "done") continue;
      const child = await log.find(childRunId);
      if (child === undefined || !["completed", "failed", "canceled"].includes(child.status)) continue;
      const state = fold(await log.read(childRunId));
      if (state !== undefined)
        this.#record([{ type: "tool_result_received", callId, tool, childRunId, outcome: host.childOutcome(state) }]);
    }
  }

  #record(bodies: readonly RunEventBody[]): void {
    for (const body of bodies) {
      const event = this.#stamp(body, this.#run.lastEventId + 1);
      this.#state = evolve(this.#run, event);
      this.#unsaved = [...this.#unsaved, event];
    }
  }

  #stamp(body: RunEventBody, id: number): RunEvent {
    const { runId, agentId, sessionId, turn } = this.#run;
    const session = sessionId === undefined ? {} : { sessionId };
    return { ...body, id, v: 1, at: this.#now(), runId, agentId, ...session, turnId: `${runId}/${turn}` };
  }

  /** Everything recorded so far is durable when this resolves. */
  async #flush(): Promise<void> {
    while (this.#unsaved.length > 0) {
      this.#saving ??= this.#save().finally(() => {
        this.#saving = undefined;
      });
      await this.#saving;
    }
  }

  async #save(): Promise<void> {
    const { log, claim } = this.#options;
    const [events, state] = [this.#unsaved, this.#run];
    const outcome = await log.append(claim.runId, {
      after: this.#saved?.lastEventId ?? 0,
      events,
      next: nextMove(state, this.#now()),
      fence: claim.fence,
      at: this.#now(),
    });
    switch (outcome.type) {
      case "fenced":
        throw new ClaimLost();
      case "conflict":
        return this.#rebase(outcome.missed);
      case "appended":
        this.#saved = state;
        // More may have been recorded while the append was on its way.
        this.#unsaved = this.#unsaved.slice(events.length);
    }
  }

  async #sync(): Promise<void> {
    this.#mustSync = false;
    const { log, claim } = this.#options;
    await this.#saving;
    const missed = await log.read(claim.runId, { after: this.#saved?.lastEventId ?? 0 });
    if (missed.length > 0) this.#rebase(missed);
  }

  /** What others appended comes first; what is not saved yet follows it, under new numbers. */
  #rebase(missed: readonly RunEvent[]): void {
    this.#saved = fold(missed, this.#saved);
    this.#state = this.#saved;
    this.#unsaved = this.#unsaved.map((event) => {
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
    if (this.#mustSync || this.#abort.signal.aborted) resolve();
    const cancel = due === undefined ? undefined : this.#options.clock.after(Math.max(0, due - this.#now()), resolve);
    await Promise.race([promise, ...this.#inFlight.values()]);
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
    default:
      return command.type;
  }
}

function startedEvent({ callId, key, attempt }: CallToolCommand): RunEventBody {
  return { type: "tool_call_started", callId, key, attempt };
}
