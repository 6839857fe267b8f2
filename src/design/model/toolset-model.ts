/** A toolset where it is defined: once, however many agents use it, with who answers its calls and who owns its code. */
import type { Meta, ToolModel } from "./tool-model.ts";

export interface ToolsetModel {
  /** As authored; unique in the design, dots allowed. */
  readonly name: string;
  /** `service.toolset` of its owner; the bare name when an agent exports it or an MCP server offers it. */
  readonly routingId: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly meta?: Meta;
  readonly provider: ToolsetProvider;
  /** Absent when nobody uses or exports it. */
  readonly owner?: ToolsetOwner;
  /** In the order of their declaration. Empty when they are only known once the provider is connected. */
  readonly tools: readonly ToolModel[];
}

export type ToolsetProvider =
  /** Executors of the application, or the methods that tools are bound to. */
  | { readonly type: "local" }
  /** Runs of the agent that declared it in an `Export`; the id of that agent. */
  | { readonly type: "agent"; readonly agent: string }
  | McpProvider
  | RegistryProvider;

export interface McpProvider {
  readonly type: "mcp";
  readonly service: string;
  readonly toolset: string;
  /** Where the tools are described: by a service of this design, in the toolset's block, or by the server itself. */
  readonly schemas: "design" | "inline" | "discovered";
}

export interface RegistryProvider {
  readonly type: "registry";
  /** The name of a registry of this design. */
  readonly registry: string;
  readonly toolset: string;
  readonly version?: string;
}

/** Whose generated code a toolset belongs to. */
export type ToolsetOwner =
  | { readonly type: "service"; readonly service: string }
  | { readonly type: "agent"; readonly service: string; readonly agent: string };

/** A toolset that an agent or a service offers to others. */
export interface ToolsetExport {
  readonly toolset: string;
  /** The ids of the exported tools, when they are not all of them. */
  readonly tools?: readonly string[];
  /** Beside those of the toolset itself. */
  readonly tags: readonly string[];
  /** Names of the registries it is published to. */
  readonly publishTo: readonly string[];
}

/** A toolset that an agent may call. */
export interface ToolsetUse {
  readonly toolset: string;
  /** The ids of the tools it may call, when they are not all of them. */
  readonly tools?: readonly string[];
  /** The id of the agent that answers, for a toolset that is used as another agent's export. */
  readonly agent?: string;
}
