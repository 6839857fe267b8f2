/**
 * A model with no key and no network, so that a first run works before any account exists. It picks tools by the words
 * of the last message, fills their arguments from what the message names, and reports what they returned; it says that
 * it is no language model. Same prompt, same answer.
 */
import type { LanguageModelV4, LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { type ModelOutput, streamOf, toGenerateResult, toStreamParts } from "./model-output.ts";
import { planCalls } from "./offline/plan-calls.ts";
import { readConversation } from "./offline/read-conversation.ts";
import { admitMadeUp, writeAnswer } from "./offline/write-answer.ts";

/** Calls per question, all in one turn: what it has not understood by then it never will. */
const MOST_CALLS = 3;

export function offlineModel(): LanguageModelV4 {
  return {
    specificationVersion: "v4",
    provider: "kigumi",
    modelId: "offline",
    supportedUrls: {},
    async doStream(request) {
      return { stream: streamOf(toStreamParts(answer(request))) };
    },
    async doGenerate(request) {
      return toGenerateResult(answer(request));
    },
  };
}

function answer({ prompt, tools = [], toolChoice }: LanguageModelV4CallOptions): ModelOutput {
  const conversation = readConversation(prompt);
  const offered = toolChoice?.type === "none" ? [] : tools.filter((tool) => tool.type === "function");
  const calls = conversation.results.length > 0 ? [] : planCalls(conversation.question, offered, MOST_CALLS);
  if (calls.length === 0)
    return {
      text: writeAnswer(
        conversation,
        offered.map(({ name }) => name),
      ),
    };
  return {
    text: admitMadeUp(calls),
    toolCalls: calls.map(({ toolName, args }, index) => ({
      id: `offline_${conversation.calls + index + 1}`,
      name: toolName,
      args,
    })),
  };
}
