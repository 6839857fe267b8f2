/** A scripted answer as Chat Completions has it, whole and as the chunks of a stream. */
import { type AnswerIdentity, pieces, type SpokenAnswer } from "./spoken-answer.ts";

export interface ChatCompletion {
  readonly id: string;
  readonly object: "chat.completion";
  readonly created: number;
  readonly model: string;
  readonly choices: readonly [ChatChoice];
  readonly usage: ChatUsage;
}

interface ChatChoice {
  readonly index: 0;
  readonly message: {
    readonly role: "assistant";
    readonly content: string | null;
    readonly refusal: null;
    readonly tool_calls?: readonly ChatToolCall[];
  };
  readonly finish_reason: "stop" | "tool_calls";
  readonly logprobs: null;
}

interface ChatToolCall {
  readonly id: string;
  readonly type: "function";
  readonly function: { readonly name: string; readonly arguments: string };
}

interface ChatUsage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly total_tokens: number;
}

export function toChatCompletion(answer: SpokenAnswer, { id, model }: AnswerIdentity): ChatCompletion {
  const { text, toolCalls, inputTokens, outputTokens } = answer;
  const calls = toolCalls.map(
    ({ id: callId, name, args }): ChatToolCall => ({
      id: callId,
      type: "function",
      function: { name, arguments: args },
    }),
  );
  return {
    id: `chatcmpl_${id}`,
    object: "chat.completion",
    created: 0,
    model,
    choices: [
      {
        index: 0,
        message: {
          role: "assistant",
          content: text ?? null,
          refusal: null,
          ...(calls.length === 0 ? {} : { tool_calls: calls }),
        },
        finish_reason: calls.length === 0 ? "stop" : "tool_calls",
        logprobs: null,
      },
    ],
    usage: {
      prompt_tokens: inputTokens,
      completion_tokens: outputTokens,
      total_tokens: inputTokens + outputTokens,
    },
  };
}

export async function* chatChunks(completion: ChatCompletion): AsyncGenerator<string, void, undefined> {
  const { id, created, model, choices, usage } = completion;
  const shared = { id, object: "chat.completion.chunk", created, model };
  const { message, finish_reason } = choices[0];
  for (const delta of deltasOf(message)) {
    yield data({ ...shared, choices: [{ index: 0, delta, finish_reason: null, logprobs: null }], usage: null });
  }
  yield data({ ...shared, choices: [{ index: 0, delta: {}, finish_reason, logprobs: null }], usage: null });
  yield data({ ...shared, choices: [], usage });
  yield "data: [DONE]\n\n";
}

function* deltasOf({ content, tool_calls = [] }: ChatChoice["message"]): Generator<object, void, undefined> {
  yield { role: "assistant", content: content === null ? null : "" };
  for (const piece of pieces(content ?? "")) yield { content: piece };
  for (const [index, { id, type, function: called }] of tool_calls.entries()) {
    yield { tool_calls: [{ index, id, type, function: { name: called.name, arguments: "" } }] };
    for (const piece of pieces(called.arguments)) yield { tool_calls: [{ index, function: { arguments: piece } }] };
  }
}

function data(chunk: object): string {
  return `data: ${JSON.stringify(chunk)}\n\n`;
}
