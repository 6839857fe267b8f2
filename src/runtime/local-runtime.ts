/** A runtime in this process: the parts of the façade, wired to one log, one clock and one engine. */
import type { LanguageModelV4 } from "@ai-sdk/provider";
import { systemClock } from "../clock/system-clock.ts";
import { createEngine, type Engine, type RunEngine } from "../engine/engine.ts";
import type { FollowOptions, LoggedEvent, RunLog } from "../engine/run-log.ts";
import { DEFAULT_MAX_AGENT_DEPTH } from "../run/nesting.ts";
import type { Clock } from "../tool/clock.ts";
import type { Toolset } from "../tool/toolset.ts";
import { AgentRegistry } from "./agent-registry.ts";
import type { AgentToolset } from "./agent-toolset.ts";
import { cancelOnSignal } from "./cancel-on-signal.ts";
import type { Agent } from "./define-agent.ts";
import { DeltaHub } from "./delta-hub.ts";
import { type ForkOptions, forkRun } from "./fork.ts";
import { NestedRuns } from "./nested-runs.ts";
import { type PendingApproval, pendingApprovals } from "./pending-approvals.ts";
import { PromptRegistry, type Prompts } from "./prompts/prompt-registry.ts";
import { type Replay, replayRun } from "./replay.ts";
import { createRunHandle, type RunHandle } from "./run-handle.ts";
import { type ConfirmationAnswer, RunInbox } from "./run-inbox.ts";
import type { AgentClient, Runtime } from "./runtime.ts";
import { RuntimeHost } from "./runtime-host.ts";
import { openEngine, openPromptStore, type RuntimeOptions } from "./runtime-options.ts";
import { LoggedSessions } from "./sessions.ts";
import { type StartOptions, startRun } from "./start-run.ts";
import { ToolCalls } from "./tool-calls.ts";
import { ToolContexts } from "./tool-contexts.ts";

export class LocalRuntime implements Runtime {
  readonly #options: RuntimeOptions;
  readonly #runs: RunEngine;
  readonly #log: RunLog;
  readonly #clock: Clock;
  readonly #agents: AgentRegistry;
  readonly #inbox: RunInbox;
  readonly #nested: NestedRuns;
  readonly #deltas = new DeltaHub();
  readonly #overrides: ReturnType<typeof openPromptStore>;
  readonly #contexts: ToolContexts;
  readonly #host: RuntimeHost;
  readonly sessions: LoggedSessions;
  readonly prompts: Prompts;
  #engine: Engine | undefined;

  constructor(options: RuntimeOptions) {
    const { clock = systemClock } = options;
    this.#options = options;
    this.#runs = openEngine(options);
    const { log } = this.#runs;
    this.#log = log;
    this.#clock = clock;
    this.#agents = new AgentRegistry({ ...options, clock });
    this.#overrides = openPromptStore(options);
    this.prompts = new PromptRegistry(this.#overrides.promptStore, clock);
    this.#contexts = new ToolContexts(options, clock);
    const { interceptors = [], logger } = options;
    const calls = new ToolCalls({
      agents: this.#agents,
      clock,
      interceptors,
      logger,
      contextFor: this.#contexts.for,
    });
    const inbox = new RunInbox({
      log,
      clock,
      checkResult: (state, callId, outcome) => calls.checkProvided(state, callId, outcome),
      onAppended: (runId) => this.#engine?.poke(runId),
    });
    this.#inbox = inbox;
    const nested = new NestedRuns({ log, inbox, clock });
    this.#nested = nested;
    this.sessions = new LoggedSessions({ log, nested, clock, onEnded: (id) => this.#contexts.forget(id) });
    this.#host = new RuntimeHost({
      agents: this.#agents,
      policy: options.policy,
      clock,
      nested,
      calls,
      prompts: this.prompts,
      interceptors,
      maxAgentDepth: options.maxAgentDepth ?? DEFAULT_MAX_AGENT_DEPTH,
      onDelta: (runId, delta) => {
        this.#deltas.publish(runId, delta);
        options.onDelta?.(runId, delta);
      },
    });
  }

  registerModel(id: string, model: LanguageModelV4): void {
    this.#agents.addModel(id, model);
  }

  registerToolset(toolset: Toolset | AgentToolset): void {
    this.#agents.addToolset(toolset);
  }

  registerAgent(agent: Agent): void {
    this.#agents.add(agent);
    // From here on runs of this agent that are waiting in the log can be driven by this process.
    this.#start().nudge();
  }

  client(agentId: string): AgentClient {
    return {
      start: async (options) => {
        await this.sessions.require(options.sessionId);
        return this.#begin(agentId, options);
      },
      run: async (options) => {
        await this.sessions.require(options.sessionId);
        return (await this.#begin(agentId, options)).result();
      },
      oneShot: async (options) => {
        const run = await this.#begin(agentId, options);
        return run.result().finally(() => this.#contexts.forget(run.id));
      },
    };
  }

  handle(runId: string): RunHandle {
    return createRunHandle(runId, { log: this.#log, nested: this.#nested, deltas: this.#deltas });
  }

  get runs(): Runtime["runs"] {
    return this.#log;
  }

  events(options?: FollowOptions): AsyncIterable<LoggedEvent> {
    return this.#log.follow(options);
  }

  approvals({ runId }: { runId: string }): Promise<readonly PendingApproval[]> {
    return pendingApprovals(this.#log, runId);
  }

  /** The answer may name the root: the request is found wherever it waits below it. */
  async provideConfirmation(answer: ConfirmationAnswer): Promise<void> {
    const pending = await this.approvals({ runId: answer.runId });
    const waiting = pending.find(({ id }) => id === answer.id);
    await this.#inbox.confirm({ ...answer, runId: waiting?.runId ?? answer.runId });
  }

  provideClarification: RunInbox["clarify"] = (answer) => this.#inbox.clarify(answer);
  provideToolResults: RunInbox["provideResults"] = (answer) => this.#inbox.provideResults(answer);
  provideAnswers: RunInbox["answer"] = (answer) => this.#inbox.answer(answer);
  addReminder: RunInbox["addReminder"] = (runId, reminder) => this.#inbox.addReminder(runId, reminder);
  removeReminder: RunInbox["removeReminder"] = (runId, id) => this.#inbox.removeReminder(runId, id);
  pause: RunInbox["pause"] = (runId, said) => this.#inbox.pause(runId, said);
  resume: RunInbox["resume"] = (runId, said) => this.#inbox.resume(runId, said);

  replay(runId: string): Promise<Replay> {
    return replayRun(this.#log, runId);
  }

  async fork(runId: string, options: ForkOptions = {}): Promise<RunHandle> {
    const services = {
      log: this.#log,
      clock: this.#clock,
      agent: (id: string) => this.#agents.get(id).agent,
      assertModel: (agent: Agent, model: string) => this.#agents.assertModel(agent, model),
      requireSession: (sessionId: string) => this.sessions.require(sessionId),
    };
    const id = await forkRun(services, runId, options);
    this.#start().nudge();
    return this.handle(id);
  }

  async close(): Promise<void> {
    await this.#engine?.[Symbol.asyncDispose]();
    await this.#overrides.close();
    await this.#log[Symbol.asyncDispose]();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #start(): Engine {
    this.#engine ??= createEngine({
      ...this.#runs,
      log: this.#log,
      host: this.#options.host?.(this.#host) ?? this.#host,
      clock: this.#clock,
      onError: (error, runId) => this.#options.logger?.error(`run ${runId} could not be driven`, error),
    });
    return this.#engine;
  }

  async #begin(agentId: string, options: StartOptions): Promise<RunHandle> {
    const { signal } = options;
    signal?.throwIfAborted();
    const at = this.#clock.now().getTime();
    const run = this.handle(await startRun(this.#log, this.#agents.get(agentId).agent, options, at));
    this.#start().nudge();
    if (signal !== undefined) {
      const onError = (error: unknown) => this.#options.logger?.error(`run ${run.id} could not be canceled`, error);
      cancelOnSignal(signal, run, onError);
    }
    return run;
  }
}
