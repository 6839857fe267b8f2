/**
 * Reads a model's stream to its end. A stream that breaks, or ends before it is finished, is an error: half an answer
 * is none.
 */
import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { orAbort } from "../errors/abort.ts";
import type { PlanDelta } from "../run/plan.ts";
import { AnswerCollector, type ModelAnswer } from "./answer-collector.ts";

export interface ReadAnswerOptions {
  readonly signal: AbortSignal;
  readonly emit: (delta: PlanDelta) => void;
  readonly toToolName: (wireName: string) => string;
  /** Makes an error of what the stream failed with; called without an argument when it ended too early. */
  readonly toError: (failure?: unknown) => Error;
}

export async function readAnswer(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  { signal, emit, toToolName, toError }: ReadAnswerOptions,
): Promise<ModelAnswer> {
  const collector = new AnswerCollector(emit, toToolName);
  const reader = stream.getReader();
  try {
    while (true) {
      // Only the read is guarded: an error of whoever takes the deltas is theirs, and no failure of the model.
      const { done, value } = await orAbort(reader.read(), signal).catch((failure) => {
        throw signal.aborted ? signal.reason : toError(failure);
      });
      if (done) break;
      if (value.type === "error") throw toError(value.error);
      collector.add(value);
    }
  } finally {
    // Frees the connection when the stream was left before its end; whoever left has the reason already.
    reader.cancel().catch(() => {});
  }
  const answer = collector.answer();
  if (answer === undefined) throw toError();
  return answer;
}
