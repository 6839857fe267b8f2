/**
 * A conversation as one text, for a session that was not there: a JSON object on each line, so that nothing that was
 * said can pass for a message of its own. Thinking is left out; files are named.
 */
import type { LanguageModelV4Message } from "@ai-sdk/provider";
import { stringifyJson } from "../../json/stringify-json.ts";
import { toolOutputAsText } from "../../model/tool-output-text.ts";

const HEADING = "The conversation so far, one message on each line as JSON:";

export function conversationAsText(messages: readonly LanguageModelV4Message[]): string {
  const lines = messages.map((message) => stringifyJson({ role: message.role, content: contentOf(message) }));
  return [HEADING, ...lines].join("\n");
}

type MessagePart = Exclude<LanguageModelV4Message["content"], string>[number];

function contentOf({ content }: LanguageModelV4Message): unknown {
  if (typeof content === "string") return content;
  const parts = content.flatMap(partOf);
  const [only] = parts;
  return parts.length === 1 && typeof only === "string" ? only : parts;
}

function partOf(part: MessagePart): unknown[] {
  switch (part.type) {
    case "text":
      return [part.text];
    case "tool-call":
      return [{ tool_call: part.toolName, id: part.toolCallId, input: part.input }];
    case "tool-result": {
      const { text, isError } = toolOutputAsText(part.output);
      return [
        { tool_result: part.toolName, id: part.toolCallId, output: text, ...(isError ? { is_error: true } : {}) },
      ];
    }
    case "file":
      return [{ file: part.filename ?? "", media_type: part.mediaType }];
    default: // Thinking is the model's own, and approvals are settled by the results that follow them.
      return [];
  }
}
