/** Does what runs need done: asks planners, runs tools through the one governed call, summarizes, answers for children. */
import { createHash } from "node:crypto";
import { executeToolCall } from "../call/execute-tool-call.ts";
import type { RunHost } from "../engine/run-host.ts";
import { orAbort } from "../errors/abort.ts";
import { KigumiError, messageOf } from "../errors/kigumi-error.ts";
import type { JsonObject } from "../json/json.ts";
import type { Policy, Rules } from "../policy/rules.ts";
import type { CallToolCommand, CompressCommand, PlanCommand, StartChildCommand } from "../run/command.ts";
import type { RunEventBody, ToolOutcome } from "../run/event.ts";
import type { PlanDelta, Planner, PlanResult } from "../run/plan.ts";
import type { PlanEnvironment } from "../run/plan-environment.ts";
import type { RunState } from "../run/state.ts";
import { outcomeOfResult, toolOutcome } from "../run/tool-outcome.ts";
import type { Clock } from "../tool/clock.ts";
import type { ToolContext } from "../tool/context.ts";
import { toToolMessage } from "../tool/message.ts";
import type { Agent } from "./define-agent.ts";
import type { ToolCatalog } from "./tool-catalog.ts";

export interface RegisteredAgent {
  readonly agent: Agent;
  readonly planner: Planner;
  /** The planner, asking another model than its own. Throws when there is none under this id. */
  withModel(modelId: string): Planner;
  readonly catalog: ToolCatalog;
  summarize(command: CompressCommand, signal: AbortSignal): Promise<string>;
}

export interface RuntimeHostOptions {
  readonly agents: ReadonlyMap<string, RegisteredAgent>;
  readonly policy: Rules | Policy | undefined;
  readonly clock: Clock;
  /** The context tools run in, for one run. */
  contextFor(state: RunState): ToolContext<unknown>;
  /** Told what is streamed and never logged. */
  onDelta(runId: string, delta: PlanDelta): void;
}

export class RuntimeHost implements RunHost {
  readonly #options: RuntimeHostOptions;

  constructor(options: RuntimeHostOptions) {
    this.#options = options;
  }

  get agentIds(): readonly string[] {
    return [...this.#options.agents.keys()];
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
    };
  }

  async plan(state: RunState, command: PlanCommand, signal: AbortSignal): Promise<PlanResult> {
    const { planner: own, catalog, withModel } = this.#agent(state.agentId);
    const { mode, turn, messages, finalize } = command;
    const { runId, agentId, sessionId, labels, overrides, hiddenTools, policy } = state;
    const input = {
      run: {
        runId,
        agentId,
        turnId: `${runId}/${turn}`,
        turn,
        labels,
        ...(sessionId === undefined ? {} : { sessionId }),
      },
      messages,
      tools: mode === "finalize" ? [] : catalog.definitions(this.#options.policy, overrides, hiddenTools),
      ...(finalize === undefined ? {} : { finalize }),
    };
    const planner = overrides.model === undefined ? own : withModel(overrides.model);
    const timeoutMs =
      mode === "finalize" ? Math.max(policy.planTimeoutMs, policy.finalizerGraceMs) : policy.planTimeoutMs;
    return this.#within(timeoutMs, signal, `the planner of ${agentId}`, (inner) => {
      const services = { signal: inner, emit: (delta: PlanDelta) => this.#options.onDelta(runId, delta) };
      return mode === "start" ? planner.planStart(input, services) : planner.planResume(input, services);
    });
  }

  async callTool(state: RunState, command: CallToolCommand, signal: AbortSignal): Promise<ToolOutcome> {
    const { callId, tool: toolId, args, key, attempt, timeoutMs } = command;
    const tool = this.#agent(state.agentId).catalog.tool(toolId);
    const tools = tool === undefined ? [] : [tool];
    try {
      const execution = await this.#within(timeoutMs, signal, toolId, (inner) => {
        const ctx = this.#contextFor(state, { id: callId, key, attempt }).withSignal(inner);
        // Approved or not needing approval by now: the policy was asked when the plan was made.
        return executeToolCall({ id: callId, name: toolId, arguments: args }, { tools, ctx, confirm: () => true });
      });
      if (execution.type === "confirm") throw new Error(`${toolId} asked for a confirmation it had`);
      return toolOutcome(execution);
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

  async reconcile(
    state: RunState,
    call: { callId: string; tool: string; key: string },
    signal: AbortSignal,
  ): Promise<ToolOutcome | undefined> {
    const tool = this.#agent(state.agentId).catalog.tool(call.tool);
    if (tool === undefined) return undefined;
    const ctx = this.#contextFor(state, { id: call.callId, key: call.key }).withSignal(signal);
    try {
      const result = await tool.reconcile(call.key, ctx);
      if (result === undefined) return undefined;
      const { content } = toToolMessage({ id: call.callId, name: call.tool }, result);
      return outcomeOfResult(result, typeof content === "string" ? content : JSON.stringify(content));
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

  async startChild(
    state: RunState,
    command: StartChildCommand,
  ): Promise<Extract<RunEventBody, { type: "run_started" }>> {
    const { agent } = this.#agent(command.childAgentId);
    const tool = this.#agent(state.agentId).catalog.tool(command.tool);
    await tool?.validate(command.args, this.#contextFor(state, { id: command.callId }));
    return {
      type: "run_started",
      messages: [{ role: "user", content: childMessage(command.args) }],
      labels: state.labels,
      policy: agent.runPolicy,
      parent: {
        runId: state.runId,
        agentId: state.agentId,
        callId: command.callId,
        path: [...(state.parent?.path ?? []), state.runId],
      },
    };
  }

  childOutcome(child: RunState): ToolOutcome {
    const { outcome } = child;
    if (outcome?.status === "completed") {
      const value = outcome.value === undefined ? (outcome.message ?? "") : JSON.stringify(outcome.value);
      return { type: "success", content: value };
    }
    const error =
      outcome?.status === "canceled" ? "the agent was canceled" : (outcome?.error?.publicMessage ?? "the agent failed");
    return {
      type: "failure",
      failure: { kind: "internal", error: `${child.agentId}: ${error}`, recovery: { action: "correct_call" } },
    };
  }

  planError(error: unknown) {
    const isOurs = KigumiError.isInstance(error);
    const kind = (error as { kind?: unknown }).kind ?? (isOurs && error.code === "timeout" ? "timeout" : "internal");
    const { provider, httpStatus } = error as { provider?: string; httpStatus?: number };
    return {
      kind: String(kind),
      message: messageOf(error),
      isRetryable: isOurs ? error.isRetryable : true,
      ...(provider === undefined ? {} : { provider }),
      ...(httpStatus === undefined ? {} : { httpStatus }),
    };
  }

  #agent(id: string): RegisteredAgent {
    const registered = this.#options.agents.get(id);
    if (registered !== undefined) return registered;
    throw new KigumiError({
      code: "agent_not_found",
      message: `no agent is registered under "${id}"; call registerAgent first`,
    });
  }

  #contextFor(state: RunState, call: { id: string; key?: string; attempt?: number }): ToolContext<unknown> {
    const { runId, sessionId, turn } = state;
    const session = sessionId === undefined ? {} : { sessionId };
    return this.#options.contextFor(state).forCall({ ...call, runId, turnId: `${runId}/${turn}`, ...session });
  }

  async #within<T>(
    ms: number,
    signal: AbortSignal,
    what: string,
    perform: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const timeout = new AbortController();
    const error = new KigumiError({
      code: "timeout",
      message: `${what} did not answer within ${ms} ms`,
      isRetryable: true,
    });
    const cancel = this.#options.clock.after(ms, () => timeout.abort(error));
    const either = AbortSignal.any([signal, timeout.signal]);
    try {
      return await orAbort(perform(either), either);
    } finally {
      cancel();
    }
  }
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** One text argument speaks for itself; anything more is handed over as it is. */
function childMessage(args: JsonObject): string {
  const values = Object.values(args);
  return values.length === 1 && typeof values[0] === "string" ? values[0] : JSON.stringify(args);
}
