/** The other side of a toolset that is executed elsewhere: how its tools are called, and how they are asked for. */
import type { McpProvider, ToolsetModel } from "../../design/model.ts";
import type { DesignOptions } from "./design-options.ts";
import { entryOf } from "./gaps.ts";
import { registryConnection } from "./registry-connection.ts";
import type { McpCaller, RemoteConnection } from "./remote-tools.ts";

/** Undefined for a toolset that is not executed elsewhere. */
export function remoteConnection(
  { name, provider }: ToolsetModel,
  { mcpCallers, registries }: DesignOptions,
): RemoteConnection | undefined {
  const caller = entryOf(mcpCallers, name);
  if (provider.type === "mcp" && caller !== undefined) return mcpConnection(provider, caller);
  if (provider.type !== "registry") return undefined;
  const client = entryOf(registries, provider.registry);
  const { toolset: remoteName, version } = provider;
  const reference = { toolset: name, remoteName, ...(version === undefined ? {} : { version }) };
  return client && registryConnection(reference, client);
}

/** Whether only the other side knows the tools. */
export function isDiscovered({ provider }: ToolsetModel): boolean {
  return provider.type === "registry" || (provider.type === "mcp" && provider.schemas === "discovered");
}

function mcpConnection({ toolset }: McpProvider, caller: McpCaller): RemoteConnection {
  return { remoteName: toolset, caller, list: async () => (await caller.listTools?.(toolset)) ?? [] };
}
