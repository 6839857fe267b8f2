/** A converted tool: what an MCP server for Claude needs of one. Its JSON Schema is kept as it was declared. */
import type { CallToolResult, ToolAnnotations } from "@modelcontextprotocol/sdk/types.js";
import type { JsonSchema } from "../../tool/schema/json-schema.ts";

/** An MCP tool result: content blocks, and whether they tell of an error. */
export type McpResponse = CallToolResult;

export interface SdkMcpTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly title?: string;
  readonly annotations?: ToolAnnotations;
  /** Rejects when the call is aborted; whether it rejects when the tool fails is decided by `onToolError`. */
  handler(args: Record<string, unknown>, extra?: McpCallExtra): Promise<McpResponse>;
}

/** What the MCP server knows about a call. */
export interface McpCallExtra {
  readonly signal?: AbortSignal;
  readonly requestId?: string | number;
  readonly _meta?: Readonly<Record<string, unknown>> | undefined;
}
