/**
 * What runs when Claude calls a converted tool: the governed call, with its outcome as an MCP result. A call that may
 * not run, or whose arguments do not fit, is told to the model; only an abort always rejects.
 */
import { randomUUID } from "node:crypto";
import { type ExecuteToolCallOptions, executeToolCall } from "../../call/execute-tool-call.ts";
import type { ToolExecution } from "../../call/tool-call.ts";
import { type KigumiError, messageOf } from "../../errors/kigumi-error.ts";
import type { JsonObject } from "../../json/json.ts";
import type { ToolContext } from "../../tool/context.ts";
import { resultAsText } from "../../tool/result.ts";
import type { Tool } from "../../tool/tool.ts";
import { ToolInputError } from "../../tool/tool-error.ts";
import { errorResponse, formatReturnValueAsMcp, textResponse } from "./format-return-value.ts";
import type { McpCallExtra, McpResponse, SdkMcpTool } from "./sdk-mcp-tool.ts";

/** How calls are governed: the options of `executeToolCall`, and what becomes of a tool that throws. */
export interface HandlerOptions extends Omit<ExecuteToolCallOptions, "tools"> {
  /** `return`: an error result for the model. `throw`: logged, and thrown on as the tool threw it. */
  readonly onToolError: "return" | "throw";
}

export function createHandler(tool: Tool, { onToolError, ...options }: HandlerOptions): SdkMcpTool["handler"] {
  return async (args, extra = {}) => {
    const ctx = withCallSignal(options.ctx, extra.signal);
    const call = { id: callIdOf(extra), name: tool.id, arguments: args as JsonObject };
    const execution = await executeToolCall(call, { ...options, ctx, tools: [tool] });
    if (execution.type !== "failed" || onToolError === "return" || execution.error instanceof ToolInputError) {
      return toResponse(execution);
    }
    const thrown = thrownBy(execution.error);
    ctx.logger?.error(`tool ${tool.id} failed: ${messageOf(thrown)}`, { tool: tool.id, call: call.id });
    throw thrown;
  };
}

function toResponse(execution: ToolExecution): McpResponse {
  switch (execution.type) {
    case "completed": {
      const { result, message } = execution;
      // What was cut to fit says so, and where the rest is, in the message for the model.
      if (result.outputRef === undefined) return formatReturnValueAsMcp(result);
      const text = typeof message.content === "string" ? message.content : resultAsText(result);
      return textResponse(text, result.isError);
    }
    case "failed":
      return errorResponse(thrownBy(execution.error));
    case "denied":
    case "unknown":
      return textResponse(String(execution.message.content), true);
    case "confirm": {
      const { tool, request } = execution;
      return textResponse(`Permission denied: ${tool.id} needs a person's approval (${request.reason})`, true);
    }
  }
}

/** What the tool threw, out of the wrapper that made it one of our errors. */
function thrownBy(error: KigumiError): unknown {
  return error.code === "tool_failed" && error.cause !== undefined ? error.cause : error;
}

function withCallSignal(ctx: ToolContext, signal: AbortSignal | undefined): ToolContext {
  if (signal === undefined) return ctx;
  return ctx.withSignal(ctx.signal === undefined ? signal : AbortSignal.any([ctx.signal, signal]));
}

/** The id of the model's own tool call, where the CLI passes it on; it is what traces and approvals speak of. */
export function callIdOf({ _meta, requestId }: McpCallExtra): string {
  const toolUseId = _meta?.["claudecode/toolUseId"];
  return typeof toolUseId === "string" ? toolUseId : String(requestId ?? randomUUID());
}
