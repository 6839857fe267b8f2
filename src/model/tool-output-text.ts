/** What a tool's output says, for those who can only read: offline models, and conversations retold as text. */
import type { LanguageModelV4ToolResultOutput } from "@ai-sdk/provider";
import { stringifyJson } from "../json/stringify-json.ts";

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
      return { text: output.value.map(outputPartAsText).join("\n"), isError: false };
  }
}

export type OutputPart = Extract<LanguageModelV4ToolResultOutput, { type: "content" }>["value"][number];

export function outputPartAsText(part: OutputPart): string {
  if (part.type === "text") return part.text;
  return part.type === "file" ? `[file ${part.mediaType}]` : `[${part.type}]`;
}
