/** Does what runs need done: asks planners, runs tools through the one governed call, summarizes, answers for children. */
import { createHash } from "node:crypto";
import { executeToolCall } from "../call/execute-tool-call.ts";
import type { RunHost } from "../engine/run-host.ts";
import { orAbort } from "../errors/abort.ts";
import { KigumiError, messageOf } from "../errors/kigumi-error.ts";
import type { Policy, Rules } from "../policy/rules.ts";
import type { CallToolCommand, CompressCommand, PlanCommand, StartChildCommand } from "../run/command.ts";
import { planTimeMs } from "../run/deadlines.ts";
import type { RunError, ToolOutcome } from "../run/event.ts";
import type { PlanDelta, PlanInput, PlanResult } from "../run/plan.ts";
import type { PlanEnvironment } from "../run/plan-environment.ts";
import { planProblem } from "../run/plan-problem.ts";
import { providedOutcome } from "../run/provided-outcome.ts";
import type { CallState, RunState } from "../run/state.ts";
import { type OutcomeOf, outcomeOfResult, toolOutcome } from "../run/tool-outcome.ts";
import type { Clock } from "../tool/clock.ts";
import type { CallInfo, ToolContext } from "../tool/context.ts";
import type { Logger } from "../tool/logger.ts";
import { toToolMessage } from "../tool/message.ts";
import type { AgentRegistry, RegisteredAgent } from "./agent-registry.ts";
import { type ChildStart, childOutcome, childStart } from "./child-run.ts";
import type { NestedRuns } from "./nested-runs.ts";
import { passthroughPlan } from "./passthrough.ts";
import { createPlannerServices } from "./planner-services.ts";
import type { Prompts } from "./prompts/prompt-registry.ts";
import { within } from "./time-limit.ts";
import { interceptCalls, interceptedCall, type ToolInterceptor } from "./tool-interceptor.ts";

export interface RuntimeHostOptions {
  readonly agents: AgentRegistry;
  readonly policy: Rules | Policy | undefined;
  readonly clock: Clock;
  readonly nested: NestedRuns;
  readonly prompts: Prompts;
  readonly interceptors: readonly ToolInterceptor[];
  readonly maxAgentDepth: number;
  readonly logger: Logger | undefined;
  /** The context one call of a run is made in. */
  contextFor(state: RunState, call: CallInfo & { readonly tool: string }): ToolContext<unknown>;
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
    await nested.cancelAbandoned(state);
    if (!(await nested.isWanted(state))) return this.#giveUp(state, signal);
    const passthrough = state.parent?.passthrough;
    const result =
      passthrough === undefined ? await this.#askPlanner(state, command, signal) : passthroughPlan(state, passthrough);
    // The core says what is wrong with it.
    if (planProblem(result) !== undefined) return result;
    const toolCalls = result.toolCalls && (await interceptCalls(interceptors, state, result.toolCalls));
    await nested.tellParent(state, result, signal);
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
      return served.length === 0 ? result : { ...result, served };
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

  async callTool(state: RunState, command: CallToolCommand, signal: AbortSignal): Promise<ToolOutcome> {
    const outcome = await this.#call(state, command, signal);
    await this.#tellInterceptors(state, command, outcome);
    return outcome;
  }

  async #call(state: RunState, command: CallToolCommand, signal: AbortSignal): Promise<ToolOutcome> {
    const { callId, tool: toolId, args, key, attempt, timeoutMs: ms } = command;
    const tool = this.#agent(state.agentId).catalog.tool(toolId);
    const tools = tool === undefined ? [] : [tool];
    try {
      const { clock } = this.#options;
      const execution = await within({ clock, ms, signal, what: toolId }, (inner) => {
        const ctx = this.#contextFor(state, { id: callId, tool: toolId, key, attempt }).withSignal(inner);
        // Approved or not needing approval by now: the policy was asked when the plan was made.
        return executeToolCall({ id: callId, name: toolId, arguments: args }, { tools, ctx, confirm: () => true });
      });
      if (execution.type === "confirm") throw new Error(`${toolId} asked for a confirmation it had`);
      return await toolOutcome(execution, this.#outcomeOf(state, callId, toolId));
    } catch (error) {
      if (signal.aborted) throw error;
      const isTimeout = KigumiError.isInstance(error) && error.code === "timeout";
      return {
        type: "failure",
        failure: {
          kind: isTimeout ? "timeout" : "internal",
          error: `Error executing tool: ${messageOf(error)}`,
          recovery: { action: isTimeout ? "replan" : "correct_call" },
        },
      };
    }
  }

  #outcomeOf(state: RunState, callId: string, tool: string): OutcomeOf {
    const call = state.current?.calls.find((each) => each.callId === callId);
    const entry = this.#agent(state.agentId).catalog.find(tool);
    const args = call?.args ?? {};
    const hint = entry?.resultHint;
    return {
      args,
      serverData: call?.serverData,
      hint: hint === undefined ? undefined : (result) => hint(args, result),
    };
  }

  async #tellInterceptors(
    state: RunState,
    { callId, tool, args }: Pick<CallToolCommand, "callId" | "tool" | "args">,
    outcome: ToolOutcome,
  ): Promise<void> {
    for (const interceptor of this.#options.interceptors) {
      try {
        await interceptor.afterCall?.({ ...interceptedCall(state, tool, args), callId }, outcome);
      } catch (error) {
        // The call has its outcome by then; whoever looks on must not change it.
        this.#options.logger?.error(`an interceptor failed after ${tool}: ${messageOf(error)}`);
      }
    }
  }

  async reconcile(
    state: RunState,
    call: { callId: string; tool: string; key: string },
    signal: AbortSignal,
  ): Promise<ToolOutcome | undefined> {
    const tool = this.#agent(state.agentId).catalog.tool(call.tool);
    if (tool === undefined) return undefined;
    const { callId, tool: toolId, key } = call;
    const ctx = this.#contextFor(state, { id: callId, tool: toolId, key }).withSignal(signal);
    try {
      const result = await tool.reconcile(key, ctx);
      if (result === undefined) return undefined;
      const { content } = toToolMessage({ id: callId, name: toolId }, result);
      return await outcomeOfResult(tool.spec, result, content, this.#outcomeOf(state, callId, toolId));
    } catch {
      // A tool that cannot even be asked cannot tell.
      return undefined;
    }
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
    await tool.validate(command.args, this.#contextFor(state, { id: command.callId, tool: command.tool }));
    return childStart(state, command, { toolset, spec: tool.spec, policy: agent.runPolicy });
  }

  async childOutcome(child: RunState, { tool, args }: CallState): Promise<ToolOutcome> {
    const catalog = child.parent && this.#agent(child.parent.agentId).catalog;
    return childOutcome(child, { args, entry: catalog?.find(tool), toolset: catalog?.agentToolset(tool) });
  }

  /** A result from outside as it is logged. Where the agent is not registered, nothing is known of its tools. */
  async checkProvided(state: RunState, callId: string, provided: ToolOutcome): Promise<ToolOutcome> {
    const { runId, agentId, current } = state;
    const call = current?.calls.find((each) => each.callId === callId);
    if (call === undefined) throw new Error(`run ${runId} has no call ${callId}`);
    const isKnown = this.agentIds.includes(agentId);
    const entry = isKnown ? this.#agent(agentId).catalog.find(call.tool) : undefined;
    const checked = await providedOutcome(entry, call, provided);
    if ("outcome" in checked) return checked.outcome;
    throw new KigumiError({
      code: "invalid_answer",
      message: `run ${runId}: the result of call ${callId} cannot be taken: ${checked.problem}`,
      data: { runId, callId },
    });
  }

  planError(error: unknown) {
    const isOurs = KigumiError.isInstance(error);
    const kind =
      (Object(error) as { kind?: unknown }).kind ?? (isOurs && error.code === "timeout" ? "timeout" : "internal");
    // A planner may throw anything, also what has no properties.
    const { provider, httpStatus, publicMessage } = Object(error) as Partial<RunError>;
    return {
      kind: String(kind),
      message: messageOf(error),
      isRetryable: isOurs ? error.isRetryable : true,
      ...(provider === undefined ? {} : { provider }),
      ...(httpStatus === undefined ? {} : { httpStatus }),
      ...(publicMessage === undefined ? {} : { publicMessage }),
    };
  }

  #agent(id: string): RegisteredAgent {
    return this.#options.agents.get(id);
  }

  #contextFor(state: RunState, call: CallInfo & { readonly tool: string }): ToolContext<unknown> {
    const { runId, sessionId, turn } = state;
    const session = sessionId === undefined ? {} : { sessionId };
    const { tool, ...identity } = { ...call, runId, turnId: `${runId}/${turn}`, ...session };
    return this.#options.contextFor(state, { ...identity, tool }).forCall(identity);
  }
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
