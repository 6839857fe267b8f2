/** The result of a call that the caller ran, as the MCP result that its tool would have given. */
import type { LanguageModelV4ToolResultOutput } from "@ai-sdk/provider";
import { type OutputPart, outputPartAsText, toolOutputAsText } from "../../model/tool-output-text.ts";
import { toContentBlock } from "../tools/content-blocks.ts";
import type { McpResponse } from "../tools/sdk-mcp-tool.ts";

export function toolOutputAsMcp(output: LanguageModelV4ToolResultOutput): McpResponse {
  if (output.type === "content") return { content: output.value.map(partBlock) };
  const { text, isError } = toolOutputAsText(output);
  return { content: [{ type: "text", text }], ...(isError ? { isError } : {}) };
}

function partBlock(part: OutputPart): McpResponse["content"][number] {
  if (part.type === "file" && part.data.type === "data" && part.mediaType.startsWith("image/")) {
    const { data } = part.data;
    const base64 = typeof data === "string" ? data : Buffer.from(data).toString("base64");
    return toContentBlock({ type: "image", mediaType: part.mediaType, data: base64 });
  }
  return { type: "text", text: outputPartAsText(part) };
}
