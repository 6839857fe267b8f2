/** Judges a finished answer: a plan when it can be acted on, an error that says why when it cannot. */
import type { PlanResult } from "../run/plan.ts";
import type { ModelAnswer } from "./answer-collector.ts";
import { ModelError, type ModelErrorOptions, type ModelIdentity } from "./model-error.ts";
import { type ModelPrices, toUsage } from "./usage.ts";

export interface AnswerToPlanOptions {
  readonly model: ModelIdentity;
  readonly prices?: ModelPrices | undefined;
  /** The run has to end: calls are not heard any more. */
  readonly isFinal: boolean;
}

export function toPlanResult(answer: ModelAnswer, { model, prices, isFinal }: AnswerToPlanOptions): PlanResult {
  const { content, calls, finishReason } = answer;
  const usage = toUsage(answer.modelId ?? model.modelId, answer.usage, prices);
  const problem = PROBLEMS[finishReason.unified];
  if (problem !== undefined) throw new ModelError({ ...problem, model, usage });

  const said = { ...(content.length > 0 ? { content } : {}), usage: [usage] };
  if (calls.length > 0 && !isFinal) return { toolCalls: calls, ...said };
  const text = content.map((part) => (part.type === "text" ? part.text : "")).join("");
  if (text.trim() === "") throw new ModelError({ ...EMPTY, model, usage });
  return { finalResponse: { text }, ...said };
}

type Problem = Pick<ModelErrorOptions, "kind" | "code" | "message" | "isRetryable">;

const EMPTY: Problem = {
  kind: "unknown",
  code: "model_answer_empty",
  message: "the model finished without a word and without a call",
  isRetryable: true,
};

/** Half a sentence, or half a call's arguments, must not pass for an answer. */
const PROBLEMS: Readonly<Partial<Record<ModelAnswer["finishReason"]["unified"], Problem>>> = {
  length: {
    kind: "invalid_request",
    code: "model_answer_truncated",
    message: "the answer was cut off at the output limit; raise maxOutputTokens, or ask for less",
  },
  "content-filter": {
    kind: "invalid_request",
    code: "model_answer_filtered",
    message: "the provider's content filter stopped the answer",
  },
  error: { kind: "unknown", code: "model_stream_broken", message: "the provider ended the answer with an error" },
  interrupted: {
    kind: "unavailable",
    code: "model_stream_broken",
    message: "the answer broke off before it was finished",
  },
};
