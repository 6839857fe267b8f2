/** A scripted answer with its defaults filled in, the same for both APIs. */
import type { JsonObject } from "../../json/json.ts";
import { wireName } from "../../tool/wire-name.ts";
import type { OpenAISpokenAnswer } from "./script.ts";

export interface SpokenAnswer {
  readonly text: string | undefined;
  readonly toolCalls: readonly SpokenCall[];
  readonly items: readonly JsonObject[];
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export interface SpokenCall {
  readonly id: string;
  readonly name: string;
  readonly args: string;
}

export interface AnswerIdentity {
  readonly id: number;
  readonly model: string;
}

export function toSpokenAnswer(answer: string | OpenAISpokenAnswer, nextCallId: () => string): SpokenAnswer {
  const {
    text,
    output,
    toolCalls = [],
    items = [],
    usage = {},
  } = typeof answer === "string" ? { text: answer } : answer;
  const { inputTokens = 10, outputTokens = 5 } = usage;
  return {
    text: text ?? (output === undefined ? undefined : JSON.stringify(output)),
    toolCalls: toolCalls.map(({ id = nextCallId(), name, args }) => ({
      id,
      name: wireName(name),
      args: typeof args === "string" ? args : JSON.stringify(args),
    })),
    items,
    inputTokens,
    outputTokens,
  };
}

/** Pieces of a few characters, cut between code points: half of a surrogate pair would not survive UTF-8. */
export function pieces(text: string): readonly string[] {
  return text.match(/.{1,8}/gsu) ?? [];
}
