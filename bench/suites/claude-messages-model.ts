/** The smallest model that asks the Messages API over HTTP: text and tool calls, nothing streamed. For measuring only. */
import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4StreamPart } from "@ai-sdk/provider";

interface Answer {
  readonly content: readonly (
    | { readonly type: "text"; readonly text: string }
    | { readonly type: "tool_use"; readonly id: string; readonly name: string; readonly input: unknown }
  )[];
  readonly usage: { readonly input_tokens: number; readonly output_tokens: number };
}

export function messagesModel(baseUrl: string): LanguageModelV4 {
  return {
    specificationVersion: "v4",
    provider: "messages",
    modelId: "claude-sonnet-4-5",
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error("the planner streams")),
    async doStream(options) {
      const body = JSON.stringify(toRequest(options));
      const response = await fetch(`${baseUrl}/v1/messages`, { method: "POST", body });
      return { stream: streamOf(toParts((await response.json()) as Answer)) };
    },
  };
}

function toRequest({ prompt, tools = [] }: LanguageModelV4CallOptions): unknown {
  const messages = prompt.flatMap((message) => {
    if (message.role === "system") return [];
    if (message.role === "user") return [{ role: "user", content: message.content }];
    const content = message.content.flatMap((part): unknown[] => {
      if (part.type === "text") return [part];
      if (part.type === "tool-call") {
        return [{ type: "tool_use", id: part.toolCallId, name: part.toolName, input: part.input }];
      }
      if (part.type !== "tool-result") return [];
      const text = "value" in part.output ? part.output.value : "";
      return [{ type: "tool_result", tool_use_id: part.toolCallId, content: text }];
    });
    return [{ role: message.role === "tool" ? "user" : "assistant", content }];
  });
  const offered = tools.map((tool) => ({
    name: tool.name,
    ...("inputSchema" in tool ? { input_schema: tool.inputSchema } : {}),
  }));
  return { model: "claude-sonnet-4-5", max_tokens: 1024, messages, tools: offered };
}

function toParts({ content, usage }: Answer): LanguageModelV4StreamPart[] {
  const parts: LanguageModelV4StreamPart[] = [{ type: "stream-start", warnings: [] }];
  for (const [index, block] of content.entries()) {
    const id = String(index);
    if (block.type === "text") {
      parts.push({ type: "text-start", id }, { type: "text-delta", id, delta: block.text }, { type: "text-end", id });
    } else {
      const input = JSON.stringify(block.input);
      parts.push({ type: "tool-call", toolCallId: block.id, toolName: block.name, input });
    }
  }
  const hasCalls = content.some(({ type }) => type === "tool_use");
  const { input_tokens: total, output_tokens: text } = usage;
  parts.push({
    type: "finish",
    finishReason: { unified: hasCalls ? "tool-calls" : "stop", raw: undefined },
    usage: {
      inputTokens: { total, noCache: total, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: text, text, reasoning: 0 },
    },
  });
  return parts;
}

function streamOf(parts: readonly LanguageModelV4StreamPart[]): ReadableStream<LanguageModelV4StreamPart> {
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
}
