/**
 * Calls and results told in words, for a model that may not be shown them as such: some providers refuse, or silently
 * drop, calls and results when a request offers no tools, and every provider refuses a result without its call.
 */
import { stringifyJson } from "../json/stringify-json.ts";
import type { AssistantPart, Message, ToolResultPart, UserMessage } from "../run/message.ts";

export function toolHistoryAsText(messages: readonly Message[]): Message[] {
  return messages.flatMap((message): Message[] => {
    if (message.role === "tool") return message.results.map(resultAsUserMessage);
    return [message.role === "assistant" ? { ...message, content: message.content.map(callAsText) } : message];
  });
}

/** Said by the user and marked as what it is: nobody else can speak between two answers of a model. */
export function resultAsUserMessage({ id, name, content, isError }: ToolResultPart): UserMessage {
  const heading = `[${isError ? "error" : "result"} of tool ${name}, call ${id}]`;
  if (typeof content === "string") return { role: "user", content: `${heading}\n${content}` };
  return { role: "user", content: [{ type: "text", text: heading }, ...content] };
}

function callAsText(part: AssistantPart): AssistantPart {
  if (part.type !== "tool_use") return part;
  return { type: "text", text: `[called tool ${part.name}, call ${part.id}, with ${stringifyJson(part.args)}]` };
}
