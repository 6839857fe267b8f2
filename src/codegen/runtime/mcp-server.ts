/**
 * What a service offers over the Model Context Protocol, joined with the service itself. A server hosts it; nothing
 * here speaks the protocol.
 */
import type { ToolContext } from "../../tool/context.ts";
import type { JsonSchema } from "../../tool/schema/json-schema.ts";

export interface McpServerDefinition {
  readonly name: string;
  readonly version: string;
  readonly description?: string;
  readonly protocolVersion?: string;
  readonly tools: readonly McpToolDefinition[];
  readonly resources: readonly McpResourceDefinition[];
  readonly prompts: readonly McpPromptDefinition[];
  /** What the server may send on its own. */
  readonly notifications: readonly McpNotificationDefinition[];
  readonly monitors: readonly McpMonitorDefinition[];
}

export interface McpToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  call(args: unknown, ctx: ToolContext): Promise<unknown>;
}

export interface McpResourceDefinition {
  readonly name: string;
  readonly uri: string;
  readonly mimeType: string;
  readonly isWatchable: boolean;
  read(args: unknown, ctx: ToolContext): Promise<unknown>;
  /** Called when a client subscribes, where the design names a method for it. */
  subscribe?(args: unknown, ctx: ToolContext): Promise<unknown>;
}

export interface McpPromptDefinition {
  readonly name: string;
  readonly description: string;
  readonly arguments: readonly { readonly name: string; readonly description?: string; readonly required: boolean }[];
  get(args: unknown, ctx: ToolContext): Promise<unknown>;
}

/** Streams what happens to subscriptions. */
export interface McpMonitorDefinition {
  readonly name: string;
  watch(args: unknown, ctx: ToolContext): AsyncIterable<unknown> | Promise<unknown>;
}

export interface McpNotificationDefinition {
  readonly name: string;
  readonly description: string;
  readonly payloadSchema?: JsonSchema;
  send(args: unknown, ctx: ToolContext): Promise<unknown>;
}
