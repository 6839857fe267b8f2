/**
 * The toolbox under one policy. `tools` and `invoke` are two renderings of the same governed call, values and errors;
 * `getAllowedTools` lists what the policy allows by name and never asks whether a call would be authorized.
 */
import { randomUUID } from "node:crypto";
import { executeToolCall } from "../../call/execute-tool-call.ts";
import type { ToolExecution } from "../../call/tool-call.ts";
import type { JsonObject } from "../../json/json.ts";
import { decide } from "../../policy/decide.ts";
import type { Policy } from "../../policy/rules.ts";
import { fromSecurityPolicy } from "../../policy/security-policy.ts";
import { selectAllowedTools } from "../../policy/select-allowed-tools.ts";
import type { ChatCompletionTool } from "../../tool/adapters/chat-completions.ts";
import { toolset } from "../../tool/toolset.ts";
import { TOOL_DEFINITIONS } from "../tool-definitions.ts";
import { type AllowedToolName, TOOLS, type ToolArguments, type ToolOutput } from "../tools.ts";
import { InvokeToolError } from "./invoke-tool-error.ts";
import { dataOf, outputRefOf, type ToolOutcome, toOutcome } from "./tool-outcome.ts";
import type { ToolkitContext } from "./toolkit-context.ts";

export interface ToolCallOptions {
  /** Aborting it rejects the call with the signal's reason; that alone is never turned into an outcome. */
  signal?: AbortSignal;
}

export type SecureTools = {
  readonly [Name in AllowedToolName]: (
    args: ToolArguments<Name>,
    options?: ToolCallOptions,
  ) => Promise<ToolOutcome<ToolOutput<Name>>>;
};

export interface FunctionMessage<Name extends AllowedToolName> {
  role: "function";
  name: Name;
  content: ToolOutput<Name>;
  /** Where the whole of a result is kept that was cut to fit a model. */
  output_ref?: string;
}

export interface AgentToolkit {
  /** Each tool as a function that does not throw. */
  readonly tools: SecureTools;
  /** Runs a tool by name; throws `InvokeToolError`. */
  invoke<Name extends AllowedToolName>(
    name: Name,
    args: ToolArguments<Name>,
    options?: ToolCallOptions,
  ): Promise<FunctionMessage<Name>>;
  /** The tools that the policy allows at this moment, in the order of their definitions. */
  getAllowedTools(): ChatCompletionTool<AllowedToolName>[];
}

const catalog = toolset("toolbox", Object.values(TOOLS));

export function createAgentToolkit(context: ToolkitContext): AgentToolkit {
  const policy: Policy = { decide: (tool, args) => decide(fromSecurityPolicy(context.policy), tool, args) };

  const execute = (name: string, args: unknown, { signal }: ToolCallOptions): Promise<ToolExecution> => {
    const { toolContext } = context;
    return executeToolCall(
      { id: randomUUID(), name, arguments: asArguments(args) },
      { tools: catalog, policy, ctx: signal === undefined ? toolContext : toolContext.withSignal(signal) },
    );
  };

  // Without a prototype: looked up by a name that a model made up, `tools["constructor"]` is nothing.
  const tools: Record<string, unknown> = Object.create(null);
  for (const name of Object.keys(TOOLS)) {
    tools[name] = async (args: unknown, options: ToolCallOptions = {}) => toOutcome(await execute(name, args, options));
  }

  return {
    tools: tools as SecureTools,
    async invoke<Name extends AllowedToolName>(name: Name, args: ToolArguments<Name>, options: ToolCallOptions = {}) {
      const execution = await execute(name, args, options);
      if (execution.type !== "completed") throw new InvokeToolError(name, execution);
      const { result } = execution;
      return { role: "function", name, content: dataOf(result) as ToolOutput<Name>, ...outputRefOf(result) };
    },
    getAllowedTools: () =>
      selectAllowedTools<AllowedToolName, ChatCompletionTool<AllowedToolName>>(TOOL_DEFINITIONS, context.policy),
  };
}

/** A governed call also takes JSON text. Here only an object will do: quoted, a text is refused where the order says. */
function asArguments(args: unknown): string | JsonObject {
  return typeof args === "string" ? JSON.stringify(args) : (args as JsonObject);
}
