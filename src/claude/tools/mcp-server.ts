/**
 * Tools as an MCP server that lives in this process, for `mcpServers` of the Claude Agent SDK. List and call are
 * answered by us and not by the SDK's own helper, which only takes zod shapes: a JSON Schema is listed as it was
 * declared, an empty toolset is a server that lists nothing, and a result passes whole.
 */
import type { McpSdkServerConfigWithInstance } from "@anthropic-ai/claude-agent-sdk";
import { KigumiError } from "../../errors/kigumi-error.ts";
import { loadPeer } from "../../errors/load-peer.ts";
import { type ExtractToolsOptions, extractToolsFromToolsets } from "./extract-tools.ts";
import { exposedNames, type NamedTools, nameTools } from "./named-tools.ts";
import type { SdkMcpTool } from "./sdk-mcp-tool.ts";
import { serveTools } from "./served-tools.ts";
import type { ToolSource } from "./tool-like.ts";

/** The server's name unless another is given; tools are exposed as `mcp__pydantic_tools__<tool>`. */
export const MCP_SERVER_NAME = "pydantic_tools";
const MCP_SERVER_VERSION = "1.0.0";

/** What the SDK takes as one of `mcpServers`. */
export type McpSdkServerConfig = McpSdkServerConfigWithInstance;

/** A server's name, version and converted tools, before it is one. */
export interface McpServerTools {
  readonly name: string;
  readonly version: string;
  readonly tools: readonly SdkMcpTool[];
}

export interface McpServerOptions extends ExtractToolsOptions {
  /** Default `pydantic_tools`. */
  readonly name?: string;
  /** Default `1.0.0`. */
  readonly version?: string;
  readonly tools?: ToolSource;
  /** Default true: every prompt has the tools. False: a CLI that has its tool search keeps them behind it. */
  readonly alwaysLoad?: boolean;
}

/** The low-level packaging: a plain record, with tools whose failures are error results. */
export function convertToolsToMcpServer(
  tools: ToolSource,
  { serverName, serverVersion, ...options }: ExtractToolsOptions & { serverName: string; serverVersion: string },
): McpServerTools {
  assertServerName(serverName);
  const converted = extractToolsFromToolsets(tools, { onToolError: "return", ...options });
  return { name: serverName, version: serverVersion, tools: converted };
}

/** Serve it under its own name: `mcpServers: { [server.name]: server }`. One server serves one `query()`. */
export async function createMcpServerFromTools(options: McpServerOptions = {}): Promise<McpSdkServerConfig> {
  const { name = MCP_SERVER_NAME, version = MCP_SERVER_VERSION, alwaysLoad = true, tools, ...extractOptions } = options;
  return createMcpServer(nameTools(extractToolsFromToolsets(tools, extractOptions)), { name, version, alwaysLoad });
}

/** The same for tools that are named already, such as a part of a set. */
export async function createMcpServer(
  tools: NamedTools,
  {
    name,
    version = MCP_SERVER_VERSION,
    alwaysLoad = true,
  }: Pick<McpServerOptions, "version" | "alwaysLoad"> & { readonly name: string },
): Promise<McpSdkServerConfig> {
  assertServerName(name);
  const [{ McpServer }, { CallToolRequestSchema, ListToolsRequestSchema }] = await loadPeer(
    "@modelcontextprotocol/sdk",
    "kigumi/claude",
    () =>
      Promise.all([import("@modelcontextprotocol/sdk/server/mcp.js"), import("@modelcontextprotocol/sdk/types.js")]),
  );

  const served = serveTools(tools, { alwaysLoad });
  const instance = new McpServer({ name, version }, { capabilities: { tools: {} } });
  instance.server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: served.list() }));
  instance.server.setRequestHandler(CallToolRequestSchema, ({ params }, extra) => served.call(params, extra));
  return { type: "sdk", name, instance };
}

/** The names by which the model knows these tools when one server serves them all, and by which `allowedTools` does. */
export function exposedToolNames(serverName: string, tools: readonly SdkMcpTool[]): string[] {
  return exposedNames(serverName, nameTools(tools));
}

/** A name of the Messages API has 128 characters at most, of which a tool takes 64 and `mcp__` and `__` seven. */
const LONGEST_SERVER_NAME = 128 - 64 - 7;

/** The name becomes a part of every tool's name. */
export function assertServerName(name: string): void {
  if (/^[A-Za-z0-9_-]+$/.test(name) && name.length <= LONGEST_SERVER_NAME) return;
  throw new KigumiError({
    code: "invalid_server_name",
    message: `the server name ${JSON.stringify(name)} has to consist of letters, digits, "_" and "-", ${LONGEST_SERVER_NAME} at most, because tools are exposed as mcp__<server>__<tool>`,
    data: { name },
  });
}
