/**
 * The façade: register agents, start runs, answer what they ask. A runtime drives what its log holds and it has agents
 * for; closing it leaves unfinished runs to whoever opens the log next.
 */
import type { LanguageModelV4 } from "@ai-sdk/provider";
import { systemClock } from "../clock/system-clock.ts";
import { createEngine, type Engine, type RunEngine } from "../engine/engine.ts";
import { hasEnded } from "../engine/readiness.ts";
import type { RunLog, SessionRecord } from "../engine/run-log.ts";
import { didYouMean } from "../errors/did-you-mean.ts";
import { KigumiError } from "../errors/kigumi-error.ts";
import { bindPlanner, isBindable } from "../model/planner-binding.ts";
import { DEFAULT_MAX_AGENT_DEPTH } from "../run/nesting.ts";
import type { Clock } from "../tool/clock.ts";
import type { Toolset } from "../tool/toolset.ts";
import type { AgentToolset } from "./agent-toolset.ts";
import type { Agent } from "./define-agent.ts";
import { DeltaHub } from "./delta-hub.ts";
import { type ForkOptions, forkRun } from "./fork.ts";
import { NestedRuns } from "./nested-runs.ts";
import { type PendingApproval, pendingApprovals } from "./pending-approvals.ts";
import { PromptRegistry, type Prompts } from "./prompts/prompt-registry.ts";
import { createMemoryPromptStore } from "./prompts/prompt-store.ts";
import { type Replay, replayRun } from "./replay.ts";
import { createRunHandle, type RunHandle } from "./run-handle.ts";
import { type ConfirmationAnswer, RunInbox } from "./run-inbox.ts";
import type { RunOutput } from "./run-output.ts";
import { type RegisteredAgent, RuntimeHost } from "./runtime-host.ts";
import { openEngine, type RuntimeOptions } from "./runtime-options.ts";
import { type StartOptions, startRun } from "./start-run.ts";
import { summarizer } from "./summarizer.ts";
import { createToolCatalog } from "./tool-catalog.ts";
import { ToolContexts } from "./tool-contexts.ts";

export type { PendingApproval } from "./pending-approvals.ts";
export type { RuntimeOptions } from "./runtime-options.ts";
export type { StartOptions } from "./start-run.ts";

export interface AgentClient {
  /** Returns as soon as the run is durable. */
  start(options: StartOptions & { sessionId: string }): Promise<RunHandle>;
  run(options: StartOptions & { sessionId: string }): Promise<RunOutput>;
  /** A run without a session. */
  oneShot(options: Omit<StartOptions, "sessionId">): Promise<RunOutput>;
}

export interface Runtime {
  registerModel(id: string, model: LanguageModelV4): void;
  /** Makes a toolset known by its name, for agents that are registered after it. */
  registerToolset(toolset: Toolset | AgentToolset): void;
  registerAgent(agent: Agent): void;
  client(agentId: string): AgentClient;
  handle(runId: string): RunHandle;
  readonly sessions: {
    create(sessionId: string, options?: { labels?: Readonly<Record<string, string>> }): Promise<SessionRecord>;
    end(sessionId: string): Promise<SessionRecord>;
    list: RunLog["listSessions"];
  };
  readonly runs: Pick<RunLog, "list" | "find" | "read">;
  /** What waits for a person in a run and in everything nested below it. */
  approvals(filter: { runId: string }): Promise<readonly PendingApproval[]>;
  provideConfirmation(answer: ConfirmationAnswer): Promise<void>;
  readonly provideClarification: RunInbox["clarify"];
  readonly provideToolResults: RunInbox["provideResults"];
  /** Answers to questions, held against them: unknown ids and options are refused. */
  readonly provideAnswers: RunInbox["answer"];
  readonly pause: RunInbox["pause"];
  readonly resume: RunInbox["resume"];
  /** Put before the planner from its next turn on. */
  readonly addReminder: RunInbox["addReminder"];
  readonly removeReminder: RunInbox["removeReminder"];
  readonly prompts: Prompts;
  /** Derives the state from the log again, and proves that the log is one a run can have written. */
  replay(runId: string): Promise<Replay>;
  /** A new run that begins with what another did up to a step, and goes on from there. */
  fork(runId: string, options?: ForkOptions): Promise<RunHandle>;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export function createRuntime(options: RuntimeOptions): Runtime {
  return new LocalRuntime(options);
}

class LocalRuntime implements Runtime {
  readonly #options: RuntimeOptions;
  readonly #runs: RunEngine;
  readonly #log: RunLog;
  readonly #clock: Clock;
  readonly #agents = new Map<string, RegisteredAgent>();
  readonly #models = new Map<string, LanguageModelV4>();
  readonly #toolsets = new Map<string, Toolset | AgentToolset>();
  readonly #inbox: RunInbox;
  readonly #nested: NestedRuns;
  readonly #deltas = new DeltaHub();
  readonly #contexts: ToolContexts;
  readonly #host: RuntimeHost;
  readonly prompts: Prompts;
  #engine: Engine | undefined;

  constructor(options: RuntimeOptions) {
    const { clock = systemClock, promptStore = createMemoryPromptStore() } = options;
    this.#options = options;
    this.#runs = openEngine(options);
    const { log } = this.#runs;
    this.#log = log;
    this.#clock = clock;
    for (const [id, model] of Object.entries(options.models ?? {})) this.#models.set(id, model);
    this.prompts = new PromptRegistry(promptStore, clock);
    this.#contexts = new ToolContexts(options, clock);
    const inbox = new RunInbox({ log, clock, onAppended: (runId) => this.#engine?.poke(runId) });
    this.#inbox = inbox;
    this.#nested = new NestedRuns({ log, inbox, clock });
    this.#host = new RuntimeHost({
      agents: this.#agents,
      policy: options.policy,
      clock,
      nested: this.#nested,
      prompts: this.prompts,
      interceptors: options.interceptors ?? [],
      maxAgentDepth: options.maxAgentDepth ?? DEFAULT_MAX_AGENT_DEPTH,
      logger: options.logger,
      contextFor: (state, call) => this.#contexts.for(state, call),
      onDelta: (runId, delta) => {
        this.#deltas.publish(runId, delta);
        options.onDelta?.(runId, delta);
      },
    });
  }

  registerModel(id: string, model: LanguageModelV4): void {
    this.#models.set(id, model);
  }

  registerToolset(toolset: Toolset | AgentToolset): void {
    this.#toolsets.set(toolset.name, toolset);
  }

  registerAgent(agent: Agent): void {
    if (this.#agents.has(agent.id)) {
      throw new KigumiError({ code: "duplicate_agent", message: `an agent is already registered under "${agent.id}"` });
    }
    const { cache } = agent;
    const binding = { resolveModel: (id: string) => this.#model(id), clock: this.#clock, cache };
    const toolsets = agent.toolsets.map((each) => (typeof each === "string" ? this.#toolset(each, agent.id) : each));
    const planner = bindPlanner(agent.planner, binding);
    this.#agents.set(agent.id, {
      agent,
      planner,
      withModel: (id) => bindPlanner(agent.planner, { ...binding, model: this.#model(id) }),
      catalog: createToolCatalog(toolsets, this.#options),
      summarize: summarizer(planner, agent, (id) => this.#model(id)),
    });
    // From here on runs of this agent that are waiting in the log can be driven by this process.
    this.#start().nudge();
  }

  client(agentId: string): AgentClient {
    return {
      start: async (options) => {
        await this.#requireSession(options.sessionId);
        return this.#begin(agentId, options);
      },
      run: async (options) => {
        await this.#requireSession(options.sessionId);
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

  get sessions(): Runtime["sessions"] {
    return {
      create: (sessionId, options) => this.#log.createSession({ sessionId, createdAt: this.#now(), ...options }),
      end: (sessionId) => this.#endSession(sessionId),
      list: (filter) => this.#log.listSessions(filter),
    };
  }

  get runs(): Runtime["runs"] {
    return this.#log;
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
      agent: (id: string) => this.#agent(id).agent,
      assertModel: (agent: Agent, model: string) => this.#assertModel(agent, model),
      requireSession: (sessionId: string) => this.#requireSession(sessionId),
    };
    const id = await forkRun(services, runId, options);
    this.#start().nudge();
    return this.handle(id);
  }

  async close(): Promise<void> {
    await this.#engine?.[Symbol.asyncDispose]();
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
    const runId = await startRun(this.#log, this.#agent(agentId).agent, options, this.#now());
    this.#start().nudge();
    return this.handle(runId);
  }

  async #requireSession(sessionId: string): Promise<void> {
    const session = await this.#log.findSession(sessionId);
    if (session?.status === "active") return;
    const problem = session === undefined ? "does not exist; call sessions.create first" : "has ended";
    throw new KigumiError({
      code: "session_not_active",
      message: `session "${sessionId}" ${problem}`,
      data: { sessionId },
    });
  }

  async #endSession(sessionId: string): Promise<SessionRecord> {
    const ended = await this.#log.endSession(sessionId, this.#now());
    const runs = await this.#log.list({ sessionId });
    const open = runs.filter(({ status }) => !hasEnded(status));
    await Promise.allSettled(open.map(({ runId }) => this.#nested.cancel(runId, { reason: "the session ended" })));
    this.#contexts.forget(sessionId);
    return ended;
  }

  #agent(id: string): RegisteredAgent {
    const registered = this.#agents.get(id);
    if (registered !== undefined) return registered;
    const meant = didYouMean(id, this.#agents.keys());
    const hint = meant === undefined ? "call registerAgent first" : `did you mean "${meant}"?`;
    throw new KigumiError({ code: "agent_not_found", message: `no agent is registered under "${id}"; ${hint}` });
  }

  #toolset(name: string, agentId: string): Toolset | AgentToolset {
    const toolset = this.#toolsets.get(name);
    if (toolset !== undefined) return toolset;
    const meant = didYouMean(name, this.#toolsets.keys());
    const hint = meant === undefined ? "call registerToolset before registerAgent" : `did you mean "${meant}"?`;
    throw new KigumiError({
      code: "toolset_not_found",
      message: `agent "${agentId}" names the toolset "${name}", and none is registered under it; ${hint}`,
    });
  }

  #model(id: string): LanguageModelV4 {
    const model = this.#models.get(id);
    if (model !== undefined) return model;
    throw new KigumiError({
      code: "model_not_found",
      message: `no model is registered under "${id}"; call registerModel("${id}", …) first`,
    });
  }

  #assertModel(agent: Agent, modelId: string): void {
    this.#model(modelId);
    if (isBindable(agent.planner)) return;
    throw new KigumiError({
      code: "planner_has_no_model",
      message: `the planner of agent "${agent.id}" takes no model; fork with another agent instead`,
    });
  }

  #now(): number {
    return this.#clock.now().getTime();
  }
}
