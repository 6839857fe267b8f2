/**
 * Whatever a tool returned, as an MCP result. A value that is one already passes whole, with its `isError` and its
 * images; nothing becomes an empty text, a string stays itself, and everything else becomes JSON.
 */
import { messageOf } from "../../errors/kigumi-error.ts";
import { isObject } from "../../json/json.ts";
import { stringifyJson } from "../../json/stringify-json.ts";
import { isToolResult, type ToolResult } from "../../tool/result.ts";
import { toContentBlock } from "./content-blocks.ts";
import type { McpResponse } from "./sdk-mcp-tool.ts";

export function formatReturnValueAsMcp(value: unknown): McpResponse {
  if (value === undefined || value === null) return textResponse("");
  if (typeof value === "string") return textResponse(value);
  if (isToolResult(value)) return fromToolResult(value);
  return isMcpResponse(value) ? value : textResponse(stringifyJson(value));
}

/** A failure as the model reads it: `Error: TypeError: x is not a function`. */
export function errorResponse(thrown: unknown): McpResponse {
  const name = thrown instanceof Error ? `${thrown.name}: ` : "";
  return textResponse(`Error: ${name}${messageOf(thrown)}`, true);
}

export function textResponse(text: string, isError = false): McpResponse {
  return { content: [{ type: "text", text }], ...(isError ? { isError } : {}) };
}

function fromToolResult(result: ToolResult): McpResponse {
  const response =
    result.type === "parts"
      ? { content: result.parts.map(toContentBlock) }
      : formatReturnValueAsMcp(result.type === "text" ? result.text : result.value);
  return result.isError ? { ...response, isError: true } : response;
}

/** Recognised by its content: at least one block, and every one a block that MCP knows. */
function isMcpResponse(value: unknown): value is McpResponse {
  if (!isObject(value) || !Array.isArray(value.content) || value.content.length === 0) return false;
  return value.content.every(isContentBlock) && ["boolean", "undefined"].includes(typeof value.isError);
}

function isContentBlock(block: unknown): boolean {
  if (!isObject(block)) return false;
  const isText = (...fields: string[]) => fields.every((field) => typeof block[field] === "string");
  switch (block.type) {
    case "text":
      return isText("text");
    case "image":
    case "audio":
      return isText("data", "mimeType");
    case "resource_link":
      return isText("uri", "name");
    case "resource":
      return isObject(block.resource) && typeof block.resource.uri === "string";
    default:
      return false;
  }
}
