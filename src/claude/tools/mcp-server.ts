/**
 * Tools as an MCP server that lives in this process, for `mcpServers` of the Claude Agent SDK. List and call are
 * answered here and not by the SDK's own helper, which only takes zod shapes: a JSON Schema is listed exactly as it was
 * declared, an empty toolset is a server that lists nothing, and a result passes whole.
 */
import type { McpSdkServerConfigWithInstance } from "@anthropic-ai/claude-agent-sdk";
import type { CallToolRequest, Tool as ListedTool } from "@modelcontextprotocol/sdk/types.js";
import { isAbort } from "../../errors/abort.ts";
import { didYouMean } from "../../errors/did-you-mean.ts";
import { loadPeer } from "../../errors/load-peer.ts";
import { ToolNotFoundError } from "../../tool/tool-error.ts";
import { wireNames } from "../../tool/wire-name.ts";
import { type ExtractToolsOptions, extractToolsFromToolsets } from "./extract-tools.ts";
import { errorResponse, textResponse } from "./format-return-value.ts";
import type { McpCallExtra, McpResponse, SdkMcpTool } from "./sdk-mcp-tool.ts";
import { ToolValidationError } from "./tool-errors.ts";
import type { ToolSource } from "./tool-like.ts";

/** The server name under which tools are exposed unless another is given: `mcp__pydantic_tools__<tool>`. */
export const MCP_SERVER_NAME = "pydantic_tools";
export const MCP_SERVER_VERSION = "1.0.0";

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
  const { name = MCP_SERVER_NAME, version = MCP_SERVER_VERSION, tools: source, ...extractOptions } = options;
  assertServerName(name);
  const tools = extractToolsFromToolsets(source, extractOptions);
  const [{ McpServer }, { CallToolRequestSchema, ListToolsRequestSchema }] = await loadPeer(
    "@modelcontextprotocol/sdk",
    "kigumi/claude",
    () =>
      Promise.all([import("@modelcontextprotocol/sdk/server/mcp.js"), import("@modelcontextprotocol/sdk/types.js")]),
  );

  const names = wireNames(tools.map((tool) => tool.name));
  const byName = new Map(tools.map((tool) => [names.toWire(tool.name) ?? tool.name, tool]));
  const instance = new McpServer({ name, version }, { capabilities: { tools: {} } });
  instance.server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...byName].map(toListed) }));
  instance.server.setRequestHandler(CallToolRequestSchema, ({ params }, extra) => call(byName, params, extra));
  return { type: "sdk", name, instance };
}

/** The names by which the model knows these tools, and by which `allowedTools` does. */
export function exposedToolNames(serverName: string, tools: readonly SdkMcpTool[]): string[] {
  const names = wireNames(tools.map((tool) => tool.name));
  return tools.map(({ name }) => `mcp__${serverName}__${names.toWire(name) ?? name}`);
}

function toListed([name, { description, inputSchema, title, annotations }]: readonly [string, SdkMcpTool]): ListedTool {
  return {
    name,
    description,
    inputSchema: inputSchema as ListedTool["inputSchema"],
    ...(title === undefined ? {} : { title }),
    ...(annotations === undefined ? {} : { annotations }),
  };
}

async function call(
  tools: ReadonlyMap<string, SdkMcpTool>,
  { name, arguments: args = {} }: CallToolRequest["params"],
  extra: McpCallExtra,
): Promise<McpResponse> {
  const tool = tools.get(name);
  if (tool === undefined) {
    const names = [...tools.keys()];
    return textResponse(`Unknown tool: ${new ToolNotFoundError(name, didYouMean(name, names), names).message}`, true);
  }
  try {
    return await tool.handler(args, extra);
  } catch (thrown) {
    // A cancelled request gets no answer: the rejection ends it.
    if (isAbort(thrown, extra.signal)) throw thrown;
    return errorResponse(thrown);
  }
}

/** The name becomes a part of every tool's name, so it has to be made of what those may hold. */
export function assertServerName(name: string): void {
  if (/^[A-Za-z0-9_-]+$/.test(name)) return;
  throw new ToolValidationError(
    undefined,
    `the server name ${JSON.stringify(name)} has to consist of letters, digits, "_" and "-", because tools are exposed as mcp__<server>__<tool>`,
  );
}
