/**
 * Converted tools by the names under which a server lists them. A name that had to be changed may depend on the others
 * of its set, so a set is named once, whole, and a part of it keeps its names.
 */
import { wireNames } from "../../tool/wire-name.ts";
import type { SdkMcpTool } from "./sdk-mcp-tool.ts";

/** In the order of the tools. */
export type NamedTools = ReadonlyMap<string, SdkMcpTool>;

/** The declared names, as far as the Messages API takes them. */
export function nameTools(tools: readonly SdkMcpTool[]): NamedTools {
  const names = wireNames(tools.map(({ name }) => name));
  return new Map(tools.map((tool) => [names.toWire(tool.name) ?? tool.name, tool]));
}

export function filterTools(named: NamedTools, isWanted: (tool: SdkMcpTool) => boolean): NamedTools {
  return new Map([...named].filter(([, tool]) => isWanted(tool)));
}

/** The name by which the model knows a tool, and by which `allowedTools` does. */
export function exposedName(serverName: string, listedName: string): string {
  return `mcp__${serverName}__${listedName}`;
}

export function exposedNames(serverName: string, named: NamedTools): string[] {
  return [...named.keys()].map((listedName) => exposedName(serverName, listedName));
}
