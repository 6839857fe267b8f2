/** What a model of our own says, in the two forms in which the model port asks for it: streamed and whole. */
import type {
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
  SharedV4ProviderMetadata,
} from "@ai-sdk/provider";
import type { JsonObject } from "../json/json.ts";
import { stringifyJson } from "../json/stringify-json.ts";

export interface ModelOutput {
  readonly thinking?: string | undefined;
  /** Such as a signature; goes with the thinking. */
  readonly thinkingMetadata?: SharedV4ProviderMetadata | undefined;
  readonly text?: string | undefined;
  readonly toolCalls?: readonly OutputCall[] | undefined;
  readonly finishReason?: LanguageModelV4FinishReason["unified"] | undefined;
  readonly usage?: { readonly inputTokens?: number; readonly outputTokens?: number } | undefined;
}

export interface OutputCall {
  readonly id: string;
  /** As it was offered: a wire name. */
  readonly name: string;
  /** An object, or the text a model would have sent, well-formed or not. */
  readonly args: JsonObject | string;
}

export function toStreamParts(output: ModelOutput): LanguageModelV4StreamPart[] {
  const parts: LanguageModelV4StreamPart[] = [{ type: "stream-start", warnings: [] }];
  contentOf(output).forEach((content, index) => {
    const id = String(index);
    if (content.type === "text") {
      parts.push({ type: "text-start", id });
      for (const delta of words(content.text)) parts.push({ type: "text-delta", id, delta });
      parts.push({ type: "text-end", id });
    } else if (content.type === "reasoning") {
      const { providerMetadata } = content;
      parts.push({ type: "reasoning-start", id });
      for (const delta of words(content.text)) parts.push({ type: "reasoning-delta", id, delta });
      parts.push({ type: "reasoning-end", id, ...(providerMetadata === undefined ? {} : { providerMetadata }) });
    } else if (content.type === "tool-call") {
      const { toolCallId, toolName, input } = content;
      parts.push({ type: "tool-input-start", id: toolCallId, toolName });
      parts.push({ type: "tool-input-delta", id: toolCallId, delta: input });
      parts.push({ type: "tool-input-end", id: toolCallId }, content);
    }
  });
  return [...parts, { type: "finish", finishReason: finishReasonOf(output), usage: usageOf(output) }];
}

export function toGenerateResult(output: ModelOutput): LanguageModelV4GenerateResult {
  return { content: contentOf(output), finishReason: finishReasonOf(output), usage: usageOf(output), warnings: [] };
}

/** A stream that hands out what it is given, one part at a time, as its reader asks. */
export function streamOf(parts: readonly LanguageModelV4StreamPart[]): ReadableStream<LanguageModelV4StreamPart> {
  const rest = parts.values();
  return new ReadableStream({
    pull(controller) {
      const { done, value } = rest.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
}

function contentOf({ thinking, thinkingMetadata, text, toolCalls = [] }: ModelOutput): LanguageModelV4Content[] {
  const content: LanguageModelV4Content[] = [];
  if (thinking !== undefined || thinkingMetadata !== undefined) {
    const metadata = thinkingMetadata === undefined ? {} : { providerMetadata: thinkingMetadata };
    content.push({ type: "reasoning", text: thinking ?? "", ...metadata });
  }
  if (text !== undefined) content.push({ type: "text", text });
  for (const { id, name, args } of toolCalls) {
    const input = typeof args === "string" ? args : stringifyJson(args);
    content.push({ type: "tool-call", toolCallId: id, toolName: name, input });
  }
  return content;
}

function finishReasonOf({ finishReason, toolCalls = [] }: ModelOutput): LanguageModelV4FinishReason {
  return { unified: finishReason ?? (toolCalls.length > 0 ? "tool-calls" : "stop"), raw: undefined };
}

function usageOf({ usage: { inputTokens = 0, outputTokens = 0 } = {} }: ModelOutput): LanguageModelV4Usage {
  return {
    inputTokens: { total: inputTokens, noCache: inputTokens, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: outputTokens, text: outputTokens, reasoning: undefined },
  };
}

/** Each word with the space after it, as a real stream would bring them. */
function words(text: string): string[] {
  return text.match(/\s*\S+\s*/g) ?? (text === "" ? [] : [text]);
}
