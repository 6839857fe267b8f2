/** Toolsets whose tools are executed elsewhere, as generated code registers them. */
import { KigumiError } from "../../errors/kigumi-error.ts";
import type { JsonObject } from "../../json/json.ts";
import { registryConnection } from "../../runtime/design/registry-connection.ts";
import {
  callRemote,
  foreignTool,
  type McpCaller,
  type RegistryClient,
  type RegistryToolset,
  type RemoteTool,
} from "../../runtime/design/remote-tools.ts";
import { type Toolset, toolset } from "../../tool/toolset.ts";
import type { AnyToolDeclaration } from "./executed-toolset.ts";

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
  /** As the server or the registry calls it. */
  readonly remoteName: string;
}

export interface DiscoveredToolsetOptions extends RemoteToolsetOptions {
  /** As the design calls it: before the dot in the ids of its tools. */
  readonly toolset: string;
  /** Of every tool, beside its own. */
  readonly tags?: readonly string[];
}

/** Tools that the design describes and a server executes. */
export function remoteToolset(
  { name, remoteName }: RemoteToolsetOptions,
  declarations: readonly AnyToolDeclaration[],
  caller: Pick<McpCaller, "callTool">,
): Toolset {
  const tools = declarations.map((declaration) =>
    declaration.tool((payload, ctx) =>
      callRemote({ remoteName, caller }, declaration.spec.name, payload as JsonObject, ctx),
    ),
  );
  return toolset(name, tools);
}

/** Tools that only the server knows: asked for once, their schemas passed on as they came. */
export async function discoveredToolset(options: DiscoveredToolsetOptions, caller: McpCaller): Promise<Toolset> {
  const { toolset: name, remoteName } = options;
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
  options: DiscoveredToolsetOptions & { readonly version?: string },
  client: RegistryClient,
): Promise<Toolset> {
  const { list, caller } = registryConnection(options, client);
  return foreignToolset(options, await list(), caller);
}

function foreignToolset(
  { name, toolset: prefix, remoteName, tags = [] }: DiscoveredToolsetOptions,
  tools: readonly RemoteTool[],
  caller: Pick<McpCaller, "callTool">,
): Toolset {
  return toolset(
    name,
    tools.map((tool) => foreignTool(tool, { name: prefix, tags }, { remoteName, caller })),
  );
}
