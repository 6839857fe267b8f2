/**
 * Tools that are executed elsewhere: by an MCP server or behind a registry. These interfaces are all that a runtime
 * asks of whoever speaks to them.
 */
import type { JsonObject } from "../../json/json.ts";
import type { ToolContext } from "../../tool/context.ts";
import { defineTool } from "../../tool/define-tool.ts";
import { jsonResult, type ToolResult, textResult } from "../../tool/result.ts";
import type { JsonSchema } from "../../tool/schema/json-schema.ts";
import type { Tool } from "../../tool/tool.ts";

/** One call: `toolset` and `tool` as the other side names them. */
export interface RemoteCall {
  readonly toolset: string;
  readonly tool: string;
  readonly arguments: JsonObject;
  readonly signal?: AbortSignal;
}

/** `structured` counts over `text`; an error's text is what the model reads. */
export interface RemoteResult {
  readonly text?: string;
  readonly structured?: unknown;
  readonly isError?: boolean;
}

/** A tool as the other side describes it. */
export interface RemoteTool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly tags?: readonly string[];
}

export interface McpCaller {
  callTool(call: RemoteCall): Promise<RemoteResult>;
  /** Needed by toolsets whose tools only the server knows. */
  listTools?(toolset: string): Promise<readonly RemoteTool[]>;
}

export interface RegistryToolset {
  readonly name: string;
  readonly version?: string;
  readonly tools: readonly RemoteTool[];
}

export interface RegistryClient {
  getToolset(name: string, options: { readonly version?: string }): Promise<RegistryToolset>;
  callTool(call: RemoteCall & { readonly version?: string }): Promise<RemoteResult>;
}

/** Where the tools of a toolset are called. */
export interface RemoteEnd {
  /** What the other side calls the toolset. */
  readonly remoteName: string;
  readonly caller: Pick<McpCaller, "callTool">;
}

export interface RemoteConnection extends RemoteEnd {
  /** The tools as the other side describes them. */
  list(): Promise<readonly RemoteTool[]>;
}

export async function callRemote(
  { remoteName, caller }: RemoteEnd,
  tool: string,
  args: JsonObject,
  { signal }: ToolContext,
): Promise<ToolResult> {
  const call = { toolset: remoteName, tool, arguments: args, ...(signal === undefined ? {} : { signal }) };
  const { text = "", structured, isError = false } = await caller.callTool(call);
  const extras = isError ? { isError } : undefined;
  return structured === undefined ? textResult(text, extras) : jsonResult(structured, extras);
}

/** A tool that only the other side knows: its schemas are passed on as they came. */
export function foreignTool(
  { name, description = "", title, inputSchema, outputSchema, tags = [] }: RemoteTool,
  toolset: { readonly name: string; readonly tags: readonly string[] },
  end: RemoteEnd,
): Tool {
  return defineTool({
    id: `${toolset.name}.${name}`,
    name,
    description,
    input: inputSchema,
    ...(outputSchema === undefined ? {} : { output: outputSchema }),
    ...(title === undefined ? {} : { title }),
    tags: [...new Set([...toolset.tags, ...tags])],
    foreign: true,
    execute: (args: JsonObject, ctx: ToolContext) => callRemote(end, name, args, ctx),
  });
}
