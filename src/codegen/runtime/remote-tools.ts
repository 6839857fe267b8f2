/**
 * Tools that are executed elsewhere: by an MCP server or behind a registry. These interfaces are all that generated
 * code asks of whoever speaks to them.
 */
import { KigumiError } from "../../errors/kigumi-error.ts";
import type { JsonObject } from "../../json/json.ts";
import type { ToolContext } from "../../tool/context.ts";
import { defineTool } from "../../tool/define-tool.ts";
import { jsonResult, type ToolResult, textResult } from "../../tool/result.ts";
import type { JsonSchema } from "../../tool/schema/json-schema.ts";
import type { Tool } from "../../tool/tool.ts";
import { type Toolset, toolset } from "../../tool/toolset.ts";
import type { AnyToolDeclaration } from "./executed-toolset.ts";

/** One call: `toolset` and `tool` as the server names them. */
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

/** A tool as a server describes it. */
export interface RemoteTool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly tags?: readonly string[];
}

export interface MCPCaller {
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

/** The part of a registry that takes toolsets in. */
export interface RegistryPublisher {
  publishToolset(toolset: PublishedToolset): Promise<void>;
}

export interface PublishedToolset extends RegistryToolset {
  readonly description?: string;
  readonly tags: readonly string[];
}

export interface RemoteToolsetOptions {
  /** The name it is registered under. */
  readonly name: string;
  /** As the design calls it: before the dot in the ids of its tools. */
  readonly toolset: string;
  /** As the server or the registry calls it. */
  readonly remoteName: string;
}

/** Tools that the design describes and a server executes. */
export function remoteToolset(
  { name, remoteName }: Pick<RemoteToolsetOptions, "name" | "remoteName">,
  declarations: readonly AnyToolDeclaration[],
  caller: Pick<MCPCaller, "callTool">,
): Toolset {
  return toolset(
    name,
    declarations.map((declaration) =>
      declaration.tool((payload, ctx) =>
        call(caller, { toolset: remoteName, tool: declaration.spec.name, arguments: payload as JsonObject }, ctx),
      ),
    ),
  );
}

/** Tools that only the server knows: asked for once, their schemas passed on as they came. */
export async function discoveredToolset(options: RemoteToolsetOptions, caller: MCPCaller): Promise<Toolset> {
  const { name, remoteName } = options;
  if (caller.listTools === undefined) {
    throw new KigumiError({
      code: "tools_not_discoverable",
      message: `the tools of toolset "${name}" are only known to its server; give its caller a listTools(toolset)`,
    });
  }
  return foreignToolset(options, await caller.listTools(remoteName), caller);
}

/** Tools of a registry, in the version that the design pins. */
export async function registryToolset(
  options: RemoteToolsetOptions & { readonly version?: string },
  client: RegistryClient,
): Promise<Toolset> {
  const { name, remoteName, version } = options;
  const pinned = version === undefined ? {} : { version };
  const found = await client.getToolset(remoteName, pinned);
  if (version !== undefined && found.version !== undefined && found.version !== version) {
    throw new KigumiError({
      code: "registry_version_mismatch",
      message: `toolset "${name}" is pinned to ${remoteName} ${version}, and the registry answered with ${found.version}`,
      data: { toolset: name, pinned: version, found: found.version },
    });
  }
  const caller = { callTool: (request: RemoteCall) => client.callTool({ ...request, ...pinned }) };
  return foreignToolset(options, found.tools, caller);
}

function foreignToolset(
  { name, toolset: prefix, remoteName }: RemoteToolsetOptions,
  tools: readonly RemoteTool[],
  caller: Pick<MCPCaller, "callTool">,
): Toolset {
  return toolset(
    name,
    tools.map((tool) => foreignTool(tool, { id: `${prefix}.${tool.name}`, remoteName }, caller)),
  );
}

function foreignTool(
  { name, description = "", title, inputSchema, outputSchema, tags = [] }: RemoteTool,
  { id, remoteName }: { id: string; remoteName: string },
  caller: Pick<MCPCaller, "callTool">,
): Tool {
  return defineTool({
    id,
    name,
    description,
    input: inputSchema,
    ...(outputSchema === undefined ? {} : { output: outputSchema }),
    ...(title === undefined ? {} : { title }),
    tags,
    foreign: true,
    execute: (args: JsonObject, ctx: ToolContext) =>
      call(caller, { toolset: remoteName, tool: name, arguments: args }, ctx),
  });
}

async function call(caller: Pick<MCPCaller, "callTool">, request: RemoteCall, ctx: ToolContext): Promise<ToolResult> {
  const signal = ctx.signal === undefined ? {} : { signal: ctx.signal };
  const { text = "", structured, isError = false } = await caller.callTool({ ...request, ...signal });
  const extras = isError ? { isError } : undefined;
  return structured === undefined ? textResult(text, extras) : jsonResult(structured, extras);
}
