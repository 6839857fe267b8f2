/**
 * The toolset an agent registered, and the part of it that one request may use. Selecting reads and never writes, so
 * requests that run at the same time cannot see each other's tools; registering again replaces everything, and says so.
 */
import type { Logger } from "../../tool/logger.ts";
import { type ExtractToolsOptions, extractToolsFromToolsets } from "./extract-tools.ts";
import {
  assertServerName,
  createMcpServer,
  MCP_SERVER_NAME,
  type McpSdkServerConfig,
  type McpServerOptions,
} from "./mcp-server.ts";
import { exposedNames, filterTools, type NamedTools, nameTools } from "./named-tools.ts";
import type { SdkMcpTool } from "./sdk-mcp-tool.ts";
import { ToolNotFoundError, ToolsetNotRegisteredError } from "./tool-errors.ts";
import type { ToolSource } from "./tool-like.ts";

export interface SetAgentToolsetsOptions extends ExtractToolsOptions, Pick<McpServerOptions, "alwaysLoad"> {
  /** Default `pydantic_tools`. */
  readonly serverName?: string;
}

/** The tools of one request. */
export interface ToolSelection {
  readonly serverName: string;
  /** In the order of registration. */
  readonly tools: readonly SdkMcpTool[];
  /** `mcp__<server>__<tool>` of each: for `allowedTools`, which approves beforehand and restricts nothing. */
  readonly exposedNames: readonly string[];
  /** For `mcpServers` of one `query()`: a new server that lists these tools and no others. */
  createMcpServers(): Promise<Record<string, McpSdkServerConfig>>;
}

export interface ToolsetRegistry {
  /** Converts and registers. What was registered before is gone, whatever its server name, and a warning says so. */
  setAgentToolsets(toolset: ToolSource, options?: SetAgentToolsetsOptions): void;
  /** The tools with these names; `undefined` is all that are registered, an empty list is none. */
  select(functionTools?: readonly string[]): ToolSelection;
}

interface Registered {
  readonly serverName: string;
  readonly alwaysLoad: boolean;
  /** Named whole: what a tool is called does not depend on which others a request selects. */
  readonly tools: NamedTools;
}

export function createToolsetRegistry({ logger }: { logger?: Logger } = {}): ToolsetRegistry {
  let registered: Registered | undefined;

  return {
    setAgentToolsets(toolset, { serverName = MCP_SERVER_NAME, alwaysLoad = true, ...options } = {}) {
      const tools = nameTools(extractToolsFromToolsets(toolset, options));
      assertServerName(serverName);
      if (registered !== undefined) warn(logger, replacement(registered.tools, tools));
      registered = { serverName, alwaysLoad, tools };
    },
    select(functionTools) {
      if (registered === undefined) {
        if (functionTools !== undefined && functionTools.length > 0) throw new ToolsetNotRegisteredError(functionTools);
        return selectionOf({ serverName: MCP_SERVER_NAME, alwaysLoad: true, tools: new Map() });
      }
      if (functionTools === undefined) return selectionOf(registered);
      return selectionOf({ ...registered, tools: pick(registered.tools, functionTools) });
    },
  };
}

function selectionOf({ serverName, alwaysLoad, tools }: Registered): ToolSelection {
  return {
    serverName,
    tools: [...tools.values()],
    exposedNames: exposedNames(serverName, tools),
    createMcpServers: async () => ({ [serverName]: await createMcpServer(tools, { name: serverName, alwaysLoad }) }),
  };
}

/** A tool may be asked for by its declared name or by the one that providers accept; the declared one counts first. */
function pick(tools: NamedTools, requested: readonly string[]): NamedTools {
  const declared = [...tools.values()].map(({ name }) => name);
  const known = new Set(declared);
  const declaredOf = (name: string) => (known.has(name) ? name : tools.get(name)?.name);
  const missing = requested.filter((name) => declaredOf(name) === undefined);
  if (missing.length > 0) throw new ToolNotFoundError([...new Set(missing)], declared);
  const wanted = new Set(requested.map(declaredOf));
  return filterTools(tools, ({ name }) => wanted.has(name));
}

function replacement(before: NamedTools, after: NamedTools): string {
  return `setAgentToolsets was called again: ${before.size} registered tools are replaced by ${after.size}`;
}

function warn(logger: Logger | undefined, message: string): void {
  if (logger === undefined) process.emitWarning(message, { code: "KIGUMI_TOOLSETS_REPLACED" });
  else logger.warn(message);
}
