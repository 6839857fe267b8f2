/** Does what runs need done: asks planners, has tools called, summarizes, starts the runs of other agents and answers for them. */
import type { RunHost } from "../engine/run-host.ts";
import { orAbort } from "../errors/abort.ts";
import { isObject } from "../json/json.ts";
import type { Policy, Rules } from "../policy/rules.ts";
import type { CallToolCommand, CompressCommand, PlanCommand, StartChildCommand } from "../run/command.ts";
import { planTimeMs } from "../run/deadlines.ts";
import type { ToolOutcome } from "../run/event.ts";
import type { PlanDelta, PlanInput, PlanResult } from "../run/plan.ts";
import type { PlanEnvironment } from "../run/plan-environment.ts";
import { planProblem } from "../run/plan-problem.ts";
import type { CallState, RunState } from "../run/state.ts";
import { approvalProblem } from "../run/tool-fingerprint.ts";
import type { Clock } from "../tool/clock.ts";
import type { AgentRegistry, RegisteredAgent } from "./agent-registry.ts";
import { type ChildStart, childOutcome, childStart } from "./child-run.ts";
import type { NestedRuns } from "./nested-runs.ts";
import { passthroughPlan } from "./passthrough.ts";
import { planError } from "./plan-error.ts";
import { createPlannerServices } from "./planner-services.ts";
import type { Prompts } from "./prompts/prompt-registry.ts";
import { sha256 } from "./sha256.ts";
import { within } from "./time-limit.ts";
import type { ToolCalls } from "./tool-calls.ts";
import { interceptCalls, type ToolInterceptor } from "./tool-interceptor.ts";

export interface RuntimeHostOptions {
  readonly agents: AgentRegistry;
  readonly policy: Rules | Policy | undefined;
  readonly clock: Clock;
  readonly nested: NestedRuns;
  readonly calls: ToolCalls;
  readonly prompts: Prompts;
  readonly interceptors: readonly ToolInterceptor[];
  readonly maxAgentDepth: number;
  /** Told what is streamed and never logged. */
  onDelta(runId: string, delta: PlanDelta): void;
}

export class RuntimeHost implements RunHost {
  readonly #options: RuntimeHostOptions;

  constructor(options: RuntimeHostOptions) {
    this.#options = options;
  }

  get agentIds(): readonly string[] {
    return this.#options.agents.ids;
  }

  environment(state: RunState, at: number): PlanEnvironment {
    const { policy } = this.#options;
    const { catalog } = this.#agent(state.agentId);
    return {
      at,
      hasPolicy: policy !== undefined,
      toolNames: catalog.ids,
      find: (id) => catalog.find(id),
      decide: (tool, args) => catalog.decide(policy, state.overrides, tool, args),
      hash: sha256,
      maxAgentDepth: this.#options.maxAgentDepth,
    };
  }

  async plan(state: RunState, command: PlanCommand, signal: AbortSignal): Promise<PlanResult> {
    const { nested, interceptors } = this.#options;
    const { parent } = state;
    // Most runs are nobody's child and nobody's parent, and wait for neither.
    if (state.current?.calls.some(({ childRunId }) => childRunId !== undefined)) await nested.cancelAbandoned(state);
    if (parent !== undefined && !(await nested.isWanted(state))) return this.#giveUp(state, signal);
    const passthrough = parent?.passthrough;
    const result =
      passthrough === undefined ? await this.#askPlanner(state, command, signal) : passthroughPlan(state, passthrough);
    // The core says what is wrong with it.
    if (planProblem(result) !== undefined) return result;
    const isIntercepted = interceptors.length > 0 && result.toolCalls !== undefined;
    const toolCalls = isIntercepted ? await interceptCalls(interceptors, state, result.toolCalls) : undefined;
    if (parent !== undefined) await nested.tellParent(state, result, signal);
    return toolCalls === undefined ? result : { ...result, toolCalls };
  }

  async #askPlanner(state: RunState, command: PlanCommand, signal: AbortSignal): Promise<PlanResult> {
    const { clock, prompts } = this.#options;
    const { agentId, runId, overrides } = state;
    const { planner: own, withModel } = this.#agent(agentId);
    const planner = overrides.model === undefined ? own : withModel(overrides.model);
    const input = this.#planInput(state, command);
    const ms = planTimeMs(state, command.mode, clock.now().getTime());
    return within({ clock, ms, signal, what: `the planner of ${agentId}` }, async (inner) => {
      const emit = (delta: PlanDelta) => this.#options.onDelta(runId, delta);
      const { services, served } = createPlannerServices(state, { signal: inner, prompts, emit });
      const plan = command.mode === "start" ? planner.planStart : planner.planResume;
      const result = await plan.call(planner, input, services);
      // What was served is for us to say, not for the planner.
      const isTold = isObject(result) && "served" in result;
      return served.length > 0 || isTold ? { ...result, served } : result;
    });
  }

  #planInput(state: RunState, { mode, turn, messages, finalize }: PlanCommand): PlanInput {
    const { runId, agentId, sessionId, labels, overrides, hiddenTools } = state;
    const { catalog } = this.#agent(agentId);
    const session = sessionId === undefined ? {} : { sessionId };
    return {
      run: { runId, agentId, turnId: `${runId}/${turn}`, turn, labels, ...session },
      messages,
      tools: mode === "finalize" ? [] : catalog.definitions(this.#options.policy, overrides, hiddenTools),
      ...(finalize === undefined ? {} : { finalize }),
    };
  }

  /** Nobody waits for this run any more: it is canceled, and its driver stops this plan with the rest. */
  async #giveUp({ runId }: RunState, signal: AbortSignal): Promise<never> {
    await this.#options.nested.cancel(runId, { reason: "the run above has ended" });
    return orAbort(new Promise<never>(() => {}), signal);
  }

  callTool(state: RunState, command: CallToolCommand, signal: AbortSignal): Promise<ToolOutcome> {
    return this.#options.calls.call(state, command, signal);
  }

  reconcile(
    state: RunState,
    call: { callId: string; tool: string; key: string },
    signal: AbortSignal,
  ): Promise<ToolOutcome | undefined> {
    return this.#options.calls.reconcile(state, call, signal);
  }

  async compress(
    state: RunState,
    command: CompressCommand,
    signal: AbortSignal,
  ): Promise<{ summary: string; digest: string }> {
    const summary = await this.#agent(state.agentId).summarize(command, signal);
    return { summary, digest: sha256(JSON.stringify(command.messages)) };
  }

  async startChild(state: RunState, command: StartChildCommand): Promise<ChildStart> {
    const { agent } = this.#agent(command.childAgentId);
    const { catalog } = this.#agent(state.agentId);
    const [tool, toolset] = [catalog.tool(command.tool), catalog.agentToolset(command.tool)];
    if (tool === undefined || toolset === undefined) throw new Error(`${command.tool} is not answered by an agent`);
    const problem = approvalProblem(state, command.callId, catalog.find(command.tool)?.spec, sha256);
    if (problem !== undefined) throw new Error(problem);
    await tool.validate(command.args, this.#options.calls.contextFor(state, command.tool, { id: command.callId }));
    return childStart(state, command, { toolset, spec: tool.spec, policy: agent.runPolicy });
  }

  async childOutcome(child: RunState, { tool, args }: CallState): Promise<ToolOutcome> {
    const catalog = child.parent && this.#agent(child.parent.agentId).catalog;
    return childOutcome(child, { args, entry: catalog?.find(tool), toolset: catalog?.agentToolset(tool) });
  }

  planError(error: unknown): ReturnType<RunHost["planError"]> {
    return planError(error);
  }

  #agent(id: string): RegisteredAgent {
    return this.#options.agents.get(id);
  }
}
