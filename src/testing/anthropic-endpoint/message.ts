/** A scripted answer as the API has it: one whole message, which is sent as it is or cut into a stream. */
import type { JsonObject } from "../../json/json.ts";
import type { AnthropicUsage, SpokenAnswer } from "./script.ts";

export interface Message {
  readonly id: string;
  readonly type: "message";
  readonly role: "assistant";
  readonly model: string;
  readonly content: readonly ContentBlock[];
  readonly stop_reason: string;
  readonly stop_sequence: null;
  readonly usage: MessageUsage;
}

export type ContentBlock =
  | { readonly type: "thinking"; readonly thinking: string; readonly signature: string }
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "tool_use"; readonly id: string; readonly name: string; readonly input: JsonObject };

export interface MessageUsage {
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cache_creation_input_tokens: number;
  readonly cache_read_input_tokens: number;
}

export interface MessageIdentity {
  readonly id: string;
  readonly model: string;
  nextCallId(): string;
}

export function toMessage(answer: SpokenAnswer, { id, model, nextCallId }: MessageIdentity): Message {
  const { thinking, text, toolCalls = [], usage, stopReason } = answer;
  const content: ContentBlock[] = [];
  if (thinking !== undefined) content.push({ type: "thinking", thinking, signature: "scripted" });
  if (text !== undefined) content.push({ type: "text", text });
  for (const { id: callId = nextCallId(), name, args } of toolCalls) {
    content.push({ type: "tool_use", id: callId, name, input: args });
  }
  return {
    id,
    type: "message",
    role: "assistant",
    model,
    content,
    stop_reason: stopReason ?? (toolCalls.length > 0 ? "tool_use" : "end_turn"),
    stop_sequence: null,
    usage: toUsage(usage),
  };
}

function toUsage(usage: AnthropicUsage = {}): MessageUsage {
  const { inputTokens = 10, outputTokens = 5, cacheReadTokens = 0, cacheWriteTokens = 0 } = usage;
  return {
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    cache_creation_input_tokens: cacheWriteTokens,
    cache_read_input_tokens: cacheReadTokens,
  };
}
