/**
 * The tools of one request. Registered toolsets run in this process, inside the SDK's own loop, and the request selects
 * among them. Without any, the request's tools are the caller's: they are offered, and their calls handed back.
 */

import type { LanguageModelV4CallOptions, LanguageModelV4FunctionTool, SharedV4Warning } from "@ai-sdk/provider";
import type { HookCallbackMatcher, McpServerConfig } from "@anthropic-ai/claude-agent-sdk";
import type { JsonSchema } from "../../tool/schema/json-schema.ts";
import { createMcpServer, MCP_SERVER_NAME } from "../tools/mcp-server.ts";
import { exposedName } from "../tools/named-tools.ts";
import type { ToolsetRegistry } from "../tools/toolset-registry.ts";
import type { DeferredCall } from "./deferred-call.ts";
import { deferringHook, offerTools } from "./offered-tools.ts";

export interface RequestTools {
  readonly mcpServers: Readonly<Record<string, McpServerConfig>>;
  /** Approved beforehand. */
  readonly allowedTools: readonly string[];
  readonly hooks: readonly HookCallbackMatcher[];
  /** By `mcp__<server>__<tool>`. */
  readonly known: ReadonlyMap<string, KnownTool>;
  /** Whose calls they are: the caller's to run, or run here. */
  readonly runBy: "caller" | "claude";
}

/** A tool under the name, and with the schema, that the caller knows. */
export interface KnownTool {
  readonly name: string;
  readonly schema?: JsonSchema;
  /** What our server calls it, where the caller runs it. */
  readonly listedName?: string;
}

/** The function tools that a request may use, and what it asked for in vain. */
export function requestedTools({ tools, toolChoice }: Pick<LanguageModelV4CallOptions, "tools" | "toolChoice">): {
  readonly functionTools: readonly LanguageModelV4FunctionTool[] | undefined;
  readonly warnings: readonly SharedV4Warning[];
} {
  const warnings: SharedV4Warning[] = [];
  const functionTools = tools?.filter((tool) => tool.type === "function");
  for (const tool of tools ?? []) {
    if (tool.type === "provider") warnings.push({ type: "unsupported", feature: `provider tool ${tool.id}` });
  }
  if (toolChoice?.type === "none") return { functionTools: [], warnings };
  if (toolChoice?.type === "required" || toolChoice?.type === "tool") {
    const details = "Claude Code cannot be made to call a tool; it may answer without";
    warnings.push({ type: "unsupported", feature: `tool choice ${toolChoice.type}`, details });
  }
  if (toolChoice?.type !== "tool") return { functionTools, warnings };
  return { functionTools: functionTools?.filter(({ name }) => name === toolChoice.toolName), warnings };
}

/** Registered tools, filtered: undefined is all of them, an empty list none, an unknown name an error. */
export async function registeredTools(
  registry: ToolsetRegistry,
  functionTools: readonly LanguageModelV4FunctionTool[] | undefined,
): Promise<RequestTools> {
  const selection = registry.select(functionTools?.map(({ name }) => name));
  const known = selection.tools.map(({ name, inputSchema: schema }): KnownTool => ({ name, schema }));
  return {
    mcpServers: await selection.createMcpServers(),
    allowedTools: selection.exposedNames,
    hooks: [],
    known: new Map(selection.exposedNames.map((exposed, index) => [exposed, known[index] ?? { name: exposed }])),
    runBy: "claude",
  };
}

export async function callersTools(
  functionTools: readonly LanguageModelV4FunctionTool[] = [],
  deferred: DeferredCall | undefined,
): Promise<RequestTools> {
  const tools = offerTools(functionTools, deferred);
  const known = new Map(
    [...tools].map(([listedName, { name, inputSchema: schema }]) => [
      exposedName(MCP_SERVER_NAME, listedName),
      { name, schema, listedName },
    ]),
  );
  if (tools.size === 0) return { mcpServers: {}, allowedTools: [], hooks: [], known, runBy: "caller" };
  return {
    mcpServers: { [MCP_SERVER_NAME]: await createMcpServer(tools, { name: MCP_SERVER_NAME }) },
    allowedTools: [],
    hooks: [deferringHook((name) => known.has(name), deferred)],
    known,
    runBy: "caller",
  };
}
