/** The calls of runs: each goes through the one governed call, and what comes of it is held against its tool. */
import { executeToolCall } from "../call/execute-tool-call.ts";
import { KigumiError, messageOf } from "../errors/kigumi-error.ts";
import type { CallToolCommand } from "../run/command.ts";
import type { ToolOutcome } from "../run/event.ts";
import { providedOutcome } from "../run/provided-outcome.ts";
import type { RunState } from "../run/state.ts";
import { approvalProblem } from "../run/tool-fingerprint.ts";
import { type OutcomeOf, outcomeOfResult, toolOutcome } from "../run/tool-outcome.ts";
import type { Clock } from "../tool/clock.ts";
import type { CallInfo, ToolContext } from "../tool/context.ts";
import type { Logger } from "../tool/logger.ts";
import { toToolMessage } from "../tool/message.ts";
import type { AgentRegistry } from "./agent-registry.ts";
import { sha256 } from "./sha256.ts";
import { within } from "./time-limit.ts";
import type { ContextFor } from "./tool-contexts.ts";
import { interceptedCall, type ToolInterceptor } from "./tool-interceptor.ts";

export interface ToolCallsOptions {
  readonly agents: AgentRegistry;
  readonly clock: Clock;
  readonly interceptors: readonly ToolInterceptor[];
  readonly logger: Logger | undefined;
  /** The context one call of a run is made in. */
  contextFor: ContextFor;
}

export class ToolCalls {
  readonly #options: ToolCallsOptions;

  constructor(options: ToolCallsOptions) {
    this.#options = options;
  }

  async call(state: RunState, command: CallToolCommand, signal: AbortSignal): Promise<ToolOutcome> {
    const outcome = await this.#call(state, command, signal);
    if (this.#options.interceptors.length > 0) await this.#tellInterceptors(state, command, outcome);
    return outcome;
  }

  /** What became of a call that was interrupted, or undefined when its tool cannot tell. */
  async reconcile(
    state: RunState,
    { callId, tool: toolId, key }: { callId: string; tool: string; key: string },
    signal: AbortSignal,
  ): Promise<ToolOutcome | undefined> {
    const tool = this.#options.agents.get(state.agentId).catalog.tool(toolId);
    if (tool === undefined) return undefined;
    const ctx = this.contextFor(state, toolId, { id: callId, key }, signal);
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

  /** A result from outside as it is logged. Where the agent is not registered, nothing is known of its tools. */
  async checkProvided(state: RunState, callId: string, provided: ToolOutcome): Promise<ToolOutcome> {
    const { agents } = this.#options;
    const { runId, agentId, current } = state;
    const call = current?.calls.find((each) => each.callId === callId);
    if (call === undefined) throw new Error(`run ${runId} has no call ${callId}`);
    const entry = agents.has(agentId) ? agents.get(agentId).catalog.find(call.tool) : undefined;
    const checked = await providedOutcome(entry, call, provided);
    if ("outcome" in checked) return checked.outcome;
    throw new KigumiError({
      code: "invalid_answer",
      message: `run ${runId}: the result of call ${callId} cannot be taken: ${checked.problem}`,
      data: { runId, callId },
    });
  }

  contextFor(state: RunState, tool: string, call: CallInfo, signal?: AbortSignal): ToolContext<unknown> {
    const { runId, sessionId, turn } = state;
    const session = sessionId === undefined ? {} : { sessionId };
    return this.#options.contextFor(state, tool, { ...call, runId, turnId: `${runId}/${turn}`, ...session }, signal);
  }

  async #call(state: RunState, command: CallToolCommand, signal: AbortSignal): Promise<ToolOutcome> {
    const { callId, tool: toolId, args, key, attempt, timeoutMs: ms } = command;
    const { agents, clock } = this.#options;
    const { catalog } = agents.get(state.agentId);
    const tool = catalog.tool(toolId);
    const problem = approvalProblem(state, callId, catalog.find(toolId)?.spec, sha256);
    if (problem !== undefined) {
      return {
        type: "failure",
        failure: { kind: "domain_rejection", error: problem, recovery: { action: "correct_call" } },
      };
    }
    const tools = tool === undefined ? [] : [tool];
    try {
      const execution = await within({ clock, ms, signal, what: toolId }, async (inner) => {
        const ctx = this.contextFor(state, toolId, { id: callId, key, attempt }, inner);
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
    const entry = this.#options.agents.get(state.agentId).catalog.find(tool);
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
}
