/** A toolset of a registry, in the version that the design pins: asked for with the pin, and held to it. */
import { KigumiError } from "../../errors/kigumi-error.ts";
import type { RegistryClient, RemoteConnection } from "./remote-tools.ts";

export interface RegistryToolsetReference {
  /** What the design calls it. */
  readonly toolset: string;
  /** What the registry calls it. */
  readonly remoteName: string;
  readonly version?: string;
}

export function registryConnection(
  { toolset, remoteName, version }: RegistryToolsetReference,
  client: RegistryClient,
): RemoteConnection {
  const pinned = version === undefined ? {} : { version };
  return {
    remoteName,
    caller: { callTool: (call) => client.callTool({ ...call, ...pinned }) },
    async list() {
      const found = await client.getToolset(remoteName, pinned);
      if (version === undefined || found.version === undefined || found.version === version) return found.tools;
      throw new KigumiError({
        code: "registry_version_mismatch",
        message: `toolset "${toolset}" is pinned to ${remoteName} ${version}, and the registry answered with ${found.version}`,
        data: { toolset, pinned: version, found: found.version },
      });
    },
  };
}
