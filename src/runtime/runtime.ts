/**
 * The façade: register agents, start runs, answer what they ask. A runtime drives what its log holds and it has agents
 * for; closing it leaves unfinished runs to whoever opens the log next.
 */
import { randomUUID } from "node:crypto";
import type { LanguageModelV4 } from "@ai-sdk/provider";
import { systemClock } from "../clock/system-clock.ts";
import { createEngine, type Engine, type RunEngine } from "../engine/engine.ts";
import type { RunHost } from "../engine/run-host.ts";
import type { RunLog, SessionRecord } from "../engine/run-log.ts";
import { didYouMean } from "../errors/did-you-mean.ts";
import { KigumiError } from "../errors/kigumi-error.ts";
import { bindPlanner, isBindable } from "../model/planner-binding.ts";
import type { Policy, Rules } from "../policy/rules.ts";
import type { EventOf, RunEvent } from "../run/event.ts";
import { fold } from "../run/evolve.ts";
import type { Message } from "../run/message.ts";
import type { PlanDelta } from "../run/plan.ts";
import type { RunOverrides } from "../run/run-policy.ts";
import type { Clock } from "../tool/clock.ts";
import type { Logger } from "../tool/logger.ts";
import type { OutputStore } from "../tool/output/output-store.ts";
import type { Toolset } from "../tool/toolset.ts";
import type { Agent } from "./define-agent.ts";
import { type ForkOptions, forkRun } from "./fork.ts";
import { type Replay, replayRun } from "./replay.ts";
import { createRunHandle, type RunHandle } from "./run-handle.ts";
import { type ConfirmationAnswer, RunInbox } from "./run-inbox.ts";
import type { RunOutput } from "./run-output.ts";
import { type RegisteredAgent, RuntimeHost } from "./runtime-host.ts";
import { summarizer } from "./summarizer.ts";
import { type ConfirmationOverrides, createToolCatalog } from "./tool-catalog.ts";
import { createToolContext } from "./tool-context.ts";

export interface RuntimeOptions {
  engine: RunEngine;
  models?: Readonly<Record<string, LanguageModelV4>>;
  policy?: Rules | Policy;
  confirmations?: ConfirmationOverrides;
  outputStore?: OutputStore;
  /** What tools find in `ctx.deps`. */
  deps?: unknown;
  clock?: Clock;
  logger?: Logger;
  /** Told what is streamed while a planner thinks; never logged. */
  onDelta?: (runId: string, delta: PlanDelta) => void;
  /** Stands between the engine and what does its work; a test answers from a recording here. */
  host?: (host: RunHost) => RunHost;
}

export interface StartOptions {
  messages: readonly Message[];
  sessionId?: string;
  /** Starting twice under one id is starting once. */
  runId?: string;
  labels?: Readonly<Record<string, string>>;
  overrides?: RunOverrides;
}

export interface AgentClient {
  /** Returns as soon as the run is durable. */
  start(options: StartOptions & { sessionId: string }): Promise<RunHandle>;
  run(options: StartOptions & { sessionId: string }): Promise<RunOutput>;
  /** A run without a session. */
  oneShot(options: Omit<StartOptions, "sessionId">): Promise<RunOutput>;
}

export interface PendingApproval {
  /** The run that waits, which may be nested below the one that was asked about. */
  readonly runId: string;
  readonly id: string;
  readonly tool: string;
  readonly callId: string;
  readonly args: EventOf<"await_confirmation">["args"];
  readonly title: string;
  readonly prompt: string;
  readonly expiresAt?: number;
}

export interface Runtime {
  registerModel(id: string, model: LanguageModelV4): void;
  /** Makes toolsets known by name. */
  registerToolset(toolset: Toolset): void;
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
  readonly pause: RunInbox["pause"];
  readonly resume: RunInbox["resume"];
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
  readonly #log: RunLog;
  readonly #clock: Clock;
  readonly #agents = new Map<string, RegisteredAgent>();
  readonly #models = new Map<string, LanguageModelV4>();
  readonly #toolsets = new Map<string, Toolset>();
  readonly #inbox: RunInbox;
  readonly #host: RuntimeHost;
  readonly #sessionState = new Map<string, Map<string, unknown>>();
  #engine: Engine | undefined;

  constructor(options: RuntimeOptions) {
    this.#options = options;
    this.#log = options.engine.log;
    this.#clock = options.clock ?? systemClock;
    for (const [id, model] of Object.entries(options.models ?? {})) this.#models.set(id, model);
    this.#inbox = new RunInbox({
      log: this.#log,
      clock: this.#clock,
      onAppended: (runId) => this.#engine?.poke(runId),
    });
    this.#host = new RuntimeHost({
      agents: this.#agents,
      policy: options.policy,
      clock: this.#clock,
      contextFor: (state) => this.#contextFor(state.sessionId ?? state.runId),
      onDelta: (runId, delta) => options.onDelta?.(runId, delta),
    });
  }

  registerModel(id: string, model: LanguageModelV4): void {
    this.#models.set(id, model);
  }

  registerToolset(toolset: Toolset): void {
    this.#toolsets.set(toolset.name, toolset);
  }

  registerAgent(agent: Agent): void {
    if (this.#agents.has(agent.id)) {
      throw new KigumiError({ code: "duplicate_agent", message: `an agent is already registered under "${agent.id}"` });
    }
    const binding = { resolveModel: (id: string) => this.#model(id), clock: this.#clock };
    const planner = bindPlanner(agent.planner, binding);
    this.#agents.set(agent.id, {
      agent,
      planner,
      withModel: (id) => bindPlanner(agent.planner, { ...binding, model: this.#model(id) }),
      catalog: createToolCatalog(agent.toolsets, this.#options.confirmations),
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
      oneShot: async (options) => (await this.#begin(agentId, options)).result(),
    };
  }

  handle(runId: string): RunHandle {
    return createRunHandle(runId, this.#log, this.#inbox);
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

  async approvals({ runId }: { runId: string }): Promise<readonly PendingApproval[]> {
    const own = pendingApprovals(await this.#log.read(runId));
    const children = await this.#log.list({ parentRunId: runId, status: "paused" });
    const waiting = await this.#log.list({ parentRunId: runId, status: "running" });
    const nested = await Promise.all([...children, ...waiting].map((child) => this.approvals({ runId: child.runId })));
    return [...own, ...nested.flat()];
  }

  /** The answer may name the root: the request is found wherever it waits below it. */
  async provideConfirmation(answer: ConfirmationAnswer): Promise<void> {
    const pending = await this.approvals({ runId: answer.runId });
    const waiting = pending.find(({ id }) => id === answer.id);
    await this.#inbox.confirm({ ...answer, runId: waiting?.runId ?? answer.runId });
  }

  provideClarification: RunInbox["clarify"] = (answer) => this.#inbox.clarify(answer);
  provideToolResults: RunInbox["provideResults"] = (answer) => this.#inbox.provideResults(answer);
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
      ...this.#options.engine,
      log: this.#log,
      host: this.#options.host?.(this.#host) ?? this.#host,
      clock: this.#clock,
      onError: (error, runId) => this.#options.logger?.error(`run ${runId} could not be driven`, error),
    });
    return this.#engine;
  }

  async #begin(agentId: string, options: Omit<StartOptions, "sessionId"> & { sessionId?: string }): Promise<RunHandle> {
    const { agent } = this.#agent(agentId);
    const {
      messages,
      sessionId,
      labels = {},
      overrides,
      runId = `${agentId.replaceAll(".", "-")}-${randomUUID()}`,
    } = options;
    const createdAt = this.#now();
    const session = sessionId === undefined ? {} : { sessionId };
    const started: RunEvent = {
      type: "run_started",
      messages,
      labels,
      policy: agent.runPolicy,
      ...(overrides === undefined ? {} : { overrides }),
      id: 1,
      v: 1,
      at: createdAt,
      runId,
      agentId,
      ...session,
    };
    const prompted: RunEvent = {
      type: "run_phase_changed",
      phase: "prompted",
      id: 2,
      v: 1,
      at: createdAt,
      runId,
      agentId,
      ...session,
    };
    const next = { status: "pending", isRunnable: true } as const;
    await this.#log
      .create({ runId, agentId, labels, createdAt, ...session }, [started, prompted], next)
      .catch((error) => {
        if ((error as { code?: string }).code !== "run_exists") throw error;
      });
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
    const open = runs.filter(({ status }) => !["completed", "failed", "canceled"].includes(status));
    await Promise.allSettled(open.map(({ runId }) => this.#inbox.cancel(runId, { reason: "the session ended" })));
    this.#sessionState.delete(sessionId);
    return ended;
  }

  #contextFor(scope: string) {
    const { outputStore, deps, logger } = this.#options;
    let state = this.#sessionState.get(scope);
    if (state === undefined) {
      state = new Map();
      this.#sessionState.set(scope, state);
    }
    return createToolContext<unknown>({
      clock: this.#clock,
      state,
      ...(deps === undefined ? {} : { deps }),
      ...(outputStore === undefined ? {} : { outputStore }),
      ...(logger === undefined ? {} : { logger }),
    });
  }

  #agent(id: string): RegisteredAgent {
    const registered = this.#agents.get(id);
    if (registered !== undefined) return registered;
    const meant = didYouMean(id, this.#agents.keys());
    const hint = meant === undefined ? "call registerAgent first" : `did you mean "${meant}"?`;
    throw new KigumiError({ code: "agent_not_found", message: `no agent is registered under "${id}"; ${hint}` });
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

/** The requests of one run that nobody has decided, as its log has them. */
function pendingApprovals(events: readonly RunEvent[]): PendingApproval[] {
  const state = fold(events);
  if (state === undefined || state.outcome !== undefined) return [];
  return state.waits.flatMap((wait): PendingApproval[] => {
    if (wait.kind !== "confirmation" || wait.answer !== undefined) return [];
    const asked = events.find((event) => event.type === "await_confirmation" && event.awaitId === wait.awaitId);
    if (asked?.type !== "await_confirmation") return [];
    const { runId, awaitId: id, tool, callId, args, title, prompt } = asked;
    return [
      {
        runId,
        id,
        tool,
        callId,
        args,
        title,
        prompt,
        ...(wait.expiresAt === undefined ? {} : { expiresAt: wait.expiresAt }),
      },
    ];
  });
}
