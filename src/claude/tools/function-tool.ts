/**
 * Function tools of the OpenAI Agents SDK, known by their shape. That SDK is loaded when the first of them is called,
 * and still decides call by call: a disabled tool does not run, and one that needs approval runs only where
 * `fromOpenAIAgentsTool` has given it a confirmation of ours.
 */
import type { FunctionTool } from "@openai/agents";
import { loadPeer } from "../../errors/load-peer.ts";
import type { ToolContext } from "../../tool/context.ts";
import type { ToolResult } from "../../tool/result.ts";

export function isFunctionTool(tool: object): tool is FunctionTool {
  return "type" in tool && tool.type === "function" && "invoke" in tool && typeof tool.invoke === "function";
}

/** `ctx.deps` is what the tool finds in its run context. */
export async function runFunctionTool(tool: FunctionTool, input: unknown, ctx: ToolContext): Promise<ToolResult> {
  const { fromOpenAIAgentsTool } = await loadPeer(
    "@openai/agents",
    `the function tool ${tool.name}`,
    () => import("../../openai-agents/from-openai-agents-tool.ts"),
  );
  return fromOpenAIAgentsTool(tool).run(input, ctx);
}
