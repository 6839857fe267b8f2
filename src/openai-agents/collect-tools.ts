/**
 * The tools of one agent as the SDK takes them: those of providers first, then its own; a later one of the same id
 * wins and keeps the first one's place. Names are made fit for the wire, and unique, here.
 */
import type { ToolContext } from "../tool/context.ts";
import { wireNames } from "../tool/wire-name.ts";
import { type DeclaredTool, keyOf } from "./agent-tool.ts";
import { isKigumiTool } from "./kigumi-tool.ts";
import type { SdkTool } from "./sdk-types.ts";
import { toOpenAIAgentsTool } from "./to-openai-agents-tool.ts";

export function collectTools(declared: Iterable<DeclaredTool>, ctx: ToolContext<unknown> | undefined): SdkTool[] {
  const byKey = new Map<string, DeclaredTool>();
  for (const tool of declared) byKey.set(keyOf(tool), tool);
  const tools = [...byKey.values()];
  const names = wireNames(tools.map((tool) => (isKigumiTool(tool) ? tool.id : tool.name)));
  return tools.map((tool) => {
    if (!isKigumiTool(tool)) return tool;
    const name = names.toWire(tool.id);
    return toOpenAIAgentsTool(tool, { ...(name === undefined ? {} : { name }), ...(ctx === undefined ? {} : { ctx }) });
  });
}
