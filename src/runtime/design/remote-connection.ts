/** The other side of a toolset that is executed elsewhere: how its tools are called, and how they are asked for. */
import type { McpProvider, RegistryProvider, ToolsetModel } from "../../design/model.ts";
import { KigumiError } from "../../errors/kigumi-error.ts";
import type { DesignOptions } from "./design-options.ts";
import { entryOf } from "./gaps.ts";
import type { McpCaller, RegistryClient, RemoteEnd, RemoteTool } from "./remote-tools.ts";

export interface RemoteConnection extends RemoteEnd {
  /** The tools as the other side describes them. */
  list(): Promise<readonly RemoteTool[]>;
}

/** Undefined for a toolset that is not executed elsewhere. */
export function remoteConnection(
  { name, provider }: ToolsetModel,
  { mcpCallers, registries }: DesignOptions,
): RemoteConnection | undefined {
  const caller = entryOf(mcpCallers, name);
  if (provider.type === "mcp" && caller !== undefined) return mcpConnection(provider, caller);
  const client = provider.type === "registry" ? entryOf(registries, provider.registry) : undefined;
  return provider.type === "registry" && client !== undefined ? registryConnection(name, provider, client) : undefined;
}

/** Whether only the other side knows the tools. */
export function isDiscovered({ provider }: ToolsetModel): boolean {
  return provider.type === "registry" || (provider.type === "mcp" && provider.schemas === "discovered");
}

function mcpConnection({ toolset }: McpProvider, caller: McpCaller): RemoteConnection {
  return { remoteName: toolset, caller, list: async () => (await caller.listTools?.(toolset)) ?? [] };
}

function registryConnection(
  name: string,
  { toolset, version }: RegistryProvider,
  client: RegistryClient,
): RemoteConnection {
  const pinned = version === undefined ? {} : { version };
  return {
    remoteName: toolset,
    caller: { callTool: (call) => client.callTool({ ...call, ...pinned }) },
    async list() {
      const found = await client.getToolset(toolset, pinned);
      if (version === undefined || found.version === undefined || found.version === version) return found.tools;
      throw new KigumiError({
        code: "registry_version_mismatch",
        message: `toolset "${name}" is pinned to ${toolset} ${version}, and the registry answered with ${found.version}`,
        data: { toolset: name, pinned: version, found: found.version },
      });
    },
  };
}
