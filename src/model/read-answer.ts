/** Asks a model and reads what it streams to the end, passing on what it says as it comes. */
import type { LanguageModelV4, LanguageModelV4CallOptions } from "@ai-sdk/provider";
import type { PlanDelta } from "../run/plan.ts";
import { AnswerCollector, type ModelAnswer } from "./answer-collector.ts";
import { brokenOff, type StreamPartsOptions, streamParts } from "./stream-parts.ts";

export interface ReadAnswerOptions extends StreamPartsOptions {
  readonly emit: (delta: PlanDelta) => void;
  readonly toToolName: (wireName: string) => string;
}

export async function readAnswer(
  model: LanguageModelV4,
  callOptions: LanguageModelV4CallOptions,
  options: ReadAnswerOptions,
): Promise<ModelAnswer> {
  const collector = new AnswerCollector(options.emit, options.toToolName);
  for await (const part of streamParts(model, callOptions, options)) collector.add(part);
  const answer = collector.answer();
  if (answer === undefined) throw options.toError(brokenOff(model));
  return answer;
}
