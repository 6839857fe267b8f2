/**
 * A function tool of the Agents SDK as a tool of ours: the same schema, the SDK's own `invoke` behind it. What the SDK
 * decides call by call is still asked: a disabled tool does not run, and one that needs approval runs only under a
 * confirmation of ours.
 */
import {
  type FunctionTool,
  RunContext,
  Agent as SdkAgent,
  type ToolExecuteArgument,
  type ToolInputParameters,
} from "@openai/agents";
import { KigumiError } from "../errors/kigumi-error.ts";
import { stringifyJson } from "../json/stringify-json.ts";
import { defineTool } from "../tool/define-tool.ts";
import type { JsonSchema } from "../tool/schema/json-schema.ts";
import type { Confirmation } from "../tool/spec.ts";
import type { Tool } from "../tool/tool.ts";

export interface FromOpenAIAgentsToolOptions {
  /** Default: the tool's name. */
  readonly id?: string;
  readonly tags?: readonly string[];
  /** For a tool that needs approval: a person is asked as for any tool of ours. */
  readonly confirmation?: Confirmation;
}

export function fromOpenAIAgentsTool<Context, Parameters extends ToolInputParameters, Result>(
  sdkTool: FunctionTool<Context, Parameters, Result>,
  { id, tags = [], confirmation }: FromOpenAIAgentsToolOptions = {},
): Tool {
  const { type, name, description, parameters } = sdkTool;
  if (type !== "function")
    throw problem("unsupported_tool", name, "is run by the provider; only functions can be taken over");
  return defineTool({
    id: id ?? name,
    name,
    description,
    tags,
    ...(confirmation === undefined ? {} : { confirmation }),
    input: parameters as JsonSchema,
    foreign: true,
    async execute(input, ctx) {
      const callId = ctx.call?.id ?? "";
      // The SDK's context of a run is what our tools call their dependencies.
      const runContext = new RunContext(ctx.deps as Context);
      if (!(await sdkTool.isEnabled(runContext, new SdkAgent({ name: "kigumi" })))) {
        throw problem("tool_disabled", name, "is disabled for this run");
      }
      const isAsked = await sdkTool.needsApproval(runContext, input as ToolExecuteArgument<Parameters>, callId);
      if (isAsked && confirmation === undefined) {
        throw problem(
          "confirmation_required",
          name,
          "needs a person's approval; give fromOpenAIAgentsTool a confirmation",
        );
      }
      const args = stringifyJson(input);
      return sdkTool.invoke(runContext, args, {
        toolCall: { type: "function_call", callId, name, arguments: args },
        ...(ctx.signal === undefined ? {} : { signal: ctx.signal }),
      });
    },
  });
}

function problem(code: string, name: string, text: string): KigumiError {
  return new KigumiError({ code, message: `${name} ${text}`, data: { tool: name } });
}
