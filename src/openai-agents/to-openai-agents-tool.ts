/**
 * A tool of ours as a function tool of the Agents SDK, running under the same checks as everywhere else. A declared
 * confirmation becomes the SDK's approval; a tool that fails tells the model why, instead of ending the run.
 */
import { tool as sdkTool } from "@openai/agents";
import { type ExecuteToolCallOptions, executeToolCall } from "../call/execute-tool-call.ts";
import type { JsonObject } from "../json/json.ts";
import { decide } from "../policy/decide.ts";
import { createToolContext } from "../runtime/tool-context.ts";
import type { ToolContext } from "../tool/context.ts";
import type { Tool } from "../tool/tool.ts";
import { wireName } from "../tool/wire-name.ts";
import type { AgentContext } from "./agent-context.ts";
import { withOrigin } from "./kigumi-tool.ts";
import { nameToolSpan } from "./name-tool-span.ts";
import { readToolArguments } from "./read-tool-arguments.ts";
import type { OnToolRuleViolation } from "./rule-violation.ts";
import type { SdkFunctionTool } from "./sdk-types.ts";
import { toSdkOutcome } from "./tool-outcome.ts";

export interface OpenAIAgentsToolOptions
  extends Pick<ExecuteToolCallOptions<unknown>, "policy" | "outputStore" | "maxOutputBytes"> {
  /** What the tool runs with. Default: a context of its own, whose dependencies are the run's context. */
  readonly ctx?: ToolContext<unknown>;
  /** Default: the wire name of its id. */
  readonly name?: string;
  /** What becomes of a call that `policy` denies. Default `throw`: the run ends. */
  readonly onToolRuleViolation?: OnToolRuleViolation;
}

export function toOpenAIAgentsTool(tool: Tool, options: OpenAIAgentsToolOptions = {}): SdkFunctionTool {
  const { ctx, name = wireName(tool.id), onToolRuleViolation = "throw", ...checks } = options;
  const { policy } = checks;
  const { description, parameters, strict = false } = tool.definition;
  const isDeclared = tool.spec.confirmation !== undefined;

  const made = sdkTool<typeof ANY_OBJECT, AgentContext>({
    name,
    description,
    parameters: ANY_OBJECT,
    strict: false,
    // As a plain boolean where it can be: the SDK treats a condition with more suspicion.
    needsApproval: policy === undefined ? isDeclared : async (_, args) => isDeclared || isAskedFor(args),
    // The model is told what went wrong in our words; what is thrown is meant to end the run.
    errorFunction: null,
    async execute(args, runContext, details) {
      nameToolSpan(tool);
      const id = details?.toolCall?.callId ?? "";
      const base = ctx ?? createToolContext<unknown>({ deps: runContext?.context });
      const execution = await executeToolCall(
        { id, name: tool.id, arguments: args as JsonObject },
        {
          ...checks,
          tools: [tool],
          ctx: details?.signal === undefined ? base : base.withSignal(details.signal),
          // The SDK asks a person before it comes here; that one said yes is looked up and not assumed.
          confirm: () => runContext?.isToolApproved({ toolName: name, callId: id }) === true,
        },
      );
      return toSdkOutcome(execution, onToolRuleViolation);
    },
  });
  // The SDK would have rewritten the name and the schema; ours are made for the wire already.
  const schema = parameters as SdkFunctionTool["parameters"];
  const converted = withOrigin<SdkFunctionTool>({ ...made, name, parameters: schema, strict }, tool);
  return converted;

  function isAskedFor(args: unknown): boolean {
    return policy !== undefined && decide(policy, tool, readToolArguments(converted, args)).effect === "confirm";
  }
}

const ANY_OBJECT = {
  type: "object" as const,
  properties: {},
  required: [] as never[],
  additionalProperties: true as const,
};
