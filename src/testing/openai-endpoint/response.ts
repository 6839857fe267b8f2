/** A scripted answer as the Responses API has it: one whole response, sent as it is or cut into a stream. */
import type { JsonObject } from "../../json/json.ts";
import type { AnswerIdentity, SpokenAnswer } from "./spoken-answer.ts";

export interface Response {
  readonly id: string;
  readonly object: "response";
  readonly created_at: number;
  readonly status: "completed";
  readonly model: string;
  readonly output: readonly OutputItem[];
  readonly usage: JsonObject;
  readonly [field: string]: unknown;
}

export type OutputItem = MessageItem | FunctionCallItem | JsonObject;

export interface MessageItem {
  readonly type: "message";
  readonly id: string;
  readonly role: "assistant";
  readonly status: "completed";
  readonly content: readonly OutputText[];
}

export interface OutputText {
  readonly type: "output_text";
  readonly text: string;
  readonly annotations: readonly never[];
}

export interface FunctionCallItem {
  readonly type: "function_call";
  readonly id: string;
  readonly call_id: string;
  readonly name: string;
  readonly arguments: string;
  readonly status: "completed";
}

export function toResponse(answer: SpokenAnswer, { id, model }: AnswerIdentity): Response {
  const { text, toolCalls, items, inputTokens, outputTokens } = answer;
  const output: OutputItem[] = [...items];
  if (text !== undefined) {
    const content: OutputText[] = [{ type: "output_text", text, annotations: [] }];
    output.push({ type: "message", id: `msg_${id}`, role: "assistant", status: "completed", content });
  }
  for (const { id: callId, name, args } of toolCalls) {
    output.push({
      type: "function_call",
      id: `fc_${callId}`,
      call_id: callId,
      name,
      arguments: args,
      status: "completed",
    });
  }
  return {
    id: `resp_${id}`,
    object: "response",
    created_at: 0,
    status: "completed",
    error: null,
    incomplete_details: null,
    instructions: null,
    metadata: {},
    model,
    output,
    parallel_tool_calls: true,
    tool_choice: "auto",
    tools: [],
    usage: {
      input_tokens: inputTokens,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: outputTokens,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: inputTokens + outputTokens,
    },
  };
}
