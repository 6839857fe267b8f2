/**
 * The caller's own tools, offered to Claude and run by nobody here. They are listed by an in-process MCP server that
 * belongs to one request; a hook defers each call, which ends the SDK's loop before anything runs, and the call goes
 * back to the caller. When the caller brings the result, the same call is let through and answered with it.
 */

import type { LanguageModelV4FunctionTool } from "@ai-sdk/provider";
import type { HookCallback, HookCallbackMatcher } from "@anthropic-ai/claude-agent-sdk";
import { KigumiError } from "../../errors/kigumi-error.ts";
import { fromPortSchema } from "../../model/port-schema.ts";
import { extractToolsFromToolsets } from "../tools/extract-tools.ts";
import { type NamedTools, nameTools } from "../tools/named-tools.ts";
import type { SdkMcpTool } from "../tools/sdk-mcp-tool.ts";
import { callIdOf } from "../tools/tool-handler.ts";
import type { DeferredCall } from "./deferred-call.ts";

/** By the names under which they are listed. */
export function offerTools(
  functionTools: readonly LanguageModelV4FunctionTool[],
  deferred: DeferredCall | undefined,
): NamedTools {
  const offer = ({ name, description = "", inputSchema }: Omit<LanguageModelV4FunctionTool, "type">): SdkMcpTool => ({
    name,
    description,
    inputSchema: fromPortSchema(inputSchema),
    async handler(_args, extra = {}) {
      if (deferred !== undefined && callIdOf(extra) === deferred.toolCallId) return deferred.response;
      throw new KigumiError({ code: "not_run_here", message: `${name} is run by the caller of the model` });
    },
  });
  const named = nameTools(extractToolsFromToolsets(functionTools.map(offer)));
  if (deferred === undefined || named.has(deferred.listedName)) return named;
  // The session made its call under this name, whatever else is offered by now, and under which names.
  const { toolName: name, listedName } = deferred;
  const known = functionTools.find((tool) => tool.name === name);
  return new Map([...named, [listedName, offer(known ?? { name, inputSchema: { type: "object" } })]]);
}

/** `isOffered` tells the tools of this server from all others. */
export function deferringHook(
  isOffered: (exposedName: string) => boolean,
  deferred: DeferredCall | undefined,
): HookCallbackMatcher {
  const hook: HookCallback = async (input) => {
    if (input.hook_event_name !== "PreToolUse" || !isOffered(input.tool_name)) return {};
    const permissionDecision = input.tool_use_id === deferred?.toolCallId ? "allow" : "defer";
    return { hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision } };
  };
  return { hooks: [hook], onFailure: "block" };
}
