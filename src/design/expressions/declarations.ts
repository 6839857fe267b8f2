/** The declarations other than types: what stands at the top level of a design, and the options handed to functions. */
import type { Block, Declaration } from "./declaration.ts";

export interface ApiDeclaration extends Declaration<"api"> {
  readonly name: string;
  readonly block: Block | undefined;
}

export interface ServiceDeclaration extends Declaration<"service"> {
  readonly name: string;
  readonly block: Block | undefined;
}

export interface ToolsetDeclaration extends Declaration<"toolset"> {
  /** Without one, the name its provider knows it by. */
  readonly name: string | undefined;
  readonly provider: ProviderOption | undefined;
  readonly block: Block | undefined;
}

export type ProviderOption = McpOption | RegistryOption;

/** `FromMCP`. */
export interface McpOption extends Declaration<"mcpProvider"> {
  readonly service: string;
  readonly toolset: string;
}

/** `FromRegistry`. */
export interface RegistryOption extends Declaration<"registryProvider"> {
  /** Absent when what was handed in is no registry. */
  readonly registry: RegistryDeclaration | undefined;
  readonly toolset: string;
}

export interface RegistryDeclaration extends Declaration<"registry"> {
  readonly name: string;
  readonly block: Block | undefined;
}

export type SecurityType = "apiKey" | "bearer" | "oauth2" | "basic";

export interface SecurityDeclaration extends Declaration<"security"> {
  readonly name: string;
  readonly type: SecurityType;
  readonly block: Block | undefined;
}

/** A toolset by name: what `Export` of a service returns, and what `Use("name")` means. */
export interface NamedToolset extends Declaration<"namedToolset"> {
  readonly name: string;
}

/** A toolset that an agent exports, by names: `AgentToolset`, and what `Export` of an agent returns. */
export interface AgentToolsetReference extends Declaration<"agentToolset"> {
  readonly service: string;
  readonly agent: string;
  readonly toolset: string;
}

/** Whatever an agent can use. */
export type ToolsetReference = ToolsetDeclaration | NamedToolset | AgentToolsetReference;

/** A method by names: what `Method` returns. */
export interface MethodHandle extends Declaration<"method"> {
  readonly service: string;
  readonly method: string;
}

/** `MaxToolCalls` and its like, for `DefaultCaps`. */
export interface CapOption extends Declaration<"cap"> {
  readonly limit: "maxToolCalls" | "maxConsecutiveFailedToolCalls";
  /** Absent when what was handed in is no limit. */
  readonly value: number | undefined;
}

/** `ProtocolVersion`, for `MCPServer`. */
export interface ProtocolVersionOption extends Declaration<"protocolVersion"> {
  readonly version: string;
}
