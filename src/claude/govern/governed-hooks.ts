/**
 * The hooks of a governed session. `PreToolUse` runs for every call, also for one that `allowedTools`, a permission
 * mode or a setting has approved beforehand, so it is where calls are judged; `canUseTool`, which the CLI asks only
 * about the rest, gives the same answer. A hook that fails blocks the call.
 */
import type { CanUseTool, HookCallback, HookInput, Options, SyncHookJSONOutput } from "@anthropic-ai/claude-agent-sdk";
import { messageOf } from "../../errors/kigumi-error.ts";
import { isObject } from "../../json/json.ts";
import type { Logger } from "../../tool/logger.ts";
import type { CallJudge, Refusal, Verdict } from "./call-judge.ts";
import type { CallTrace } from "./call-trace.ts";
import { type FitToolOutputOptions, fitToolOutput } from "./fit-tool-output.ts";
import { argumentsOf, type GovernedCall, type GovernedTools } from "./governed-call.ts";

export interface GovernedHooksOptions {
  readonly judge: CallJudge;
  readonly tools: GovernedTools;
  readonly trace?: CallTrace | undefined;
  readonly outputs?: FitToolOutputOptions | undefined;
  readonly logger?: Logger | undefined;
}

export type GovernedHooks = Required<Pick<Options, "hooks" | "canUseTool">>;

/** The tool that gives structured answers is the CLI's way to speak, not an act. */
const SPEECH = "StructuredOutput";

export function governedHooks(options: GovernedHooksOptions): GovernedHooks {
  const { judge, tools, trace, outputs, logger } = options;

  const beforeCall: HookCallback = async (input) => {
    if (input.hook_event_name !== "PreToolUse" || input.tool_name === SPEECH) return {};
    const call = callOf(input, tools);
    const verdict = await judge.judge(call);
    if (verdict.type === "allow") await trace?.started(call);
    if (verdict.type === "deny") await trace?.refused(call, verdict);
    switch (verdict.type) {
      case "stop":
        return permission("defer");
      case "wait":
        return permission("ask"); // Which leads to canUseTool, and that one can wait.
      default:
        return decision(verdict);
    }
  };

  const canUseTool: CanUseTool = async (name, input, { signal, toolUseID, agentID, mcpServer }) => {
    const tool = tools.find(name, mcpServer);
    const args = argumentsOf(tool, input);
    const call: GovernedCall = { id: toolUseID, tool, args, isNested: agentID !== undefined };
    const first = await judge.judge(call);
    const hasToWait = first.type === "wait" || first.type === "stop";
    const verdict = hasToWait ? await judge.judgeWhenDecided(call, signal) : first;
    if (verdict.type === "allow") {
      if (hasToWait) await trace?.started(call);
      return { behavior: "allow", updatedInput: input };
    }
    const refusal = verdict.type === "deny" ? verdict : UNDECIDED;
    const { reason, isStop = false } = refusal;
    if (hasToWait) await trace?.refused(call, refusal);
    return { behavior: "deny", message: reason, interrupt: isStop };
  };

  const afterCall: HookCallback = async (input) => {
    if (input.hook_event_name === "PostToolUseFailure") {
      await trace?.ended(input.tool_use_id, "", { message: input.error });
      return {};
    }
    if (input.hook_event_name !== "PostToolUse") return {};
    await trace?.ended(input.tool_use_id, input.tool_response, errorIn(input.tool_response));
    // Our own tools are fitted where they run, with their schemas.
    if (outputs === undefined || tools.find(input.tool_name, input.mcp_server).own !== undefined) return {};
    const fitted = await fitToolOutput(input.tool_response, outputs).catch((error) => {
      logger?.error(`the output of ${input.tool_name} could not be kept: ${messageOf(error)}`);
      return undefined;
    });
    if (fitted === undefined) return {};
    const { output: updatedToolOutput, notice: additionalContext } = fitted;
    return { hookSpecificOutput: { hookEventName: "PostToolUse", updatedToolOutput, additionalContext } };
  };

  return {
    canUseTool,
    hooks: {
      PreToolUse: [{ hooks: [beforeCall], onFailure: "block" }],
      PostToolUse: [{ hooks: [afterCall] }],
      PostToolUseFailure: [{ hooks: [afterCall] }],
    },
  };
}

const UNDECIDED: Refusal = { by: "person", reason: "Permission denied: nobody has decided about this call" };

function callOf(input: Extract<HookInput, { hook_event_name: "PreToolUse" }>, tools: GovernedTools): GovernedCall {
  const { tool_name, tool_input, tool_use_id: id, mcp_server, agent_id } = input;
  const tool = tools.find(tool_name, mcp_server);
  return { id, tool, args: argumentsOf(tool, tool_input), isNested: agent_id !== undefined };
}

function decision(verdict: Extract<Verdict, { type: "allow" | "deny" }>): SyncHookJSONOutput {
  if (verdict.type === "allow") return permission("allow");
  const { reason, isStop = false } = verdict;
  return { ...permission("deny", reason), ...(isStop ? { continue: false, stopReason: reason } : {}) };
}

function permission(permissionDecision: "allow" | "deny" | "ask" | "defer", reason?: string): SyncHookJSONOutput {
  return {
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision,
      ...(reason === undefined ? {} : { permissionDecisionReason: reason }),
    },
  };
}

function errorIn(response: unknown): { message: string } | undefined {
  return isObject(response) && response.isError === true ? { message: "the tool answered with an error" } : undefined;
}
