/**
 * The caller's own tools, offered to Claude and run by nobody here. They are listed by an in-process MCP server that
 * belongs to one request; a hook defers each call, which ends the SDK's loop before anything runs, and the call goes
 * back to the caller. When the caller brings the result, the same call is let through and answered with it.
 */

import type { LanguageModelV4FunctionTool } from "@ai-sdk/provider";
import type { HookCallback, HookCallbackMatcher } from "@anthropic-ai/claude-agent-sdk";
import { KigumiError } from "../../errors/kigumi-error.ts";
import { fromPortSchema } from "../../model/port-schema.ts";
import type { McpResponse, SdkMcpTool } from "../tools/sdk-mcp-tool.ts";
import type { DeferredCall } from "./deferred-call.ts";

export interface OfferedTools {
  readonly tools: readonly SdkMcpTool[];
  readonly hook: HookCallbackMatcher;
}

export interface OfferedToolsOptions {
  readonly deferred?: DeferredCall | undefined;
  /** Tells the tools of this server from all others. */
  isOffered(exposedName: string): boolean;
}

export function offerTools(
  functionTools: readonly LanguageModelV4FunctionTool[],
  { deferred, isOffered }: OfferedToolsOptions,
): OfferedTools {
  const answer = async (name: string): Promise<McpResponse> => {
    if (deferred?.toolName === name) return deferred.response;
    throw new KigumiError({ code: "not_run_here", message: `${name} is run by the caller of the model` });
  };
  const tools = functionTools.map(({ name, description = "", inputSchema }): SdkMcpTool => {
    return { name, description, inputSchema: fromPortSchema(inputSchema), handler: () => answer(name) };
  });
  // A tool that is no longer offered can still be the one whose result is brought.
  if (deferred !== undefined && !tools.some(({ name }) => name === deferred.toolName)) {
    const { toolName: name } = deferred;
    tools.push({ name, description: "", inputSchema: { type: "object" }, handler: () => answer(name) });
  }
  const hook: HookCallback = async (input) => {
    if (input.hook_event_name !== "PreToolUse" || !isOffered(input.tool_name)) return {};
    const permissionDecision = input.tool_use_id === deferred?.toolCallId ? "allow" : "defer";
    return { hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision } };
  };
  return { tools, hook: { hooks: [hook], onFailure: "block" } };
}
