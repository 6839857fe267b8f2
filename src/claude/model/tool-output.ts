/** The result of a call that the caller ran: as text, and as the MCP result that its tool would have given. */
import type { LanguageModelV4ToolResultOutput } from "@ai-sdk/provider";
import { stringifyJson } from "../../json/stringify-json.ts";
import { toContentBlock } from "../tools/content-blocks.ts";
import type { McpResponse } from "../tools/sdk-mcp-tool.ts";

export interface ToolOutputText {
  readonly text: string;
  readonly isError: boolean;
}

export function toolOutputAsText(output: LanguageModelV4ToolResultOutput): ToolOutputText {
  switch (output.type) {
    case "text":
    case "error-text":
      return { text: output.value, isError: output.type === "error-text" };
    case "json":
    case "error-json":
      return { text: stringifyJson(output.value), isError: output.type === "error-json" };
    case "execution-denied":
      return { text: output.reason ?? "A person declined this call.", isError: true };
    case "content":
      return { text: output.value.map(partText).join("\n"), isError: false };
  }
}

export function toolOutputAsMcp(output: LanguageModelV4ToolResultOutput): McpResponse {
  if (output.type === "content") return { content: output.value.map(partBlock) };
  const { text, isError } = toolOutputAsText(output);
  return { content: [{ type: "text", text }], ...(isError ? { isError } : {}) };
}

type OutputPart = Extract<LanguageModelV4ToolResultOutput, { type: "content" }>["value"][number];

function partText(part: OutputPart): string {
  if (part.type === "text") return part.text;
  return part.type === "file" ? `[file ${part.mediaType}]` : `[${part.type}]`;
}

function partBlock(part: OutputPart): McpResponse["content"][number] {
  if (part.type === "file" && part.data.type === "data" && part.mediaType.startsWith("image/")) {
    const { data } = part.data;
    const base64 = typeof data === "string" ? data : Buffer.from(data).toString("base64");
    return toContentBlock({ type: "image", mediaType: part.mediaType, data: base64 });
  }
  return { type: "text", text: partText(part) };
}
