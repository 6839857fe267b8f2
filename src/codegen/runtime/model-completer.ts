/**
 * Asks a language model for an answer in the shape of a schema: one call, no tools, JSON back, whole or as it is said.
 * Whoever aborts gets the reason back, also of a model that does not listen.
 */
import type { LanguageModelV4, LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { orAbort } from "../../errors/abort.ts";
import { KigumiError, messageOf } from "../../errors/kigumi-error.ts";
import { parseJson } from "../../json/parse-json.ts";
import { AnswerCollector } from "../../model/answer-collector.ts";
import { toPortSchema } from "../../model/port-schema.ts";
import { brokenOff, streamParts } from "../../model/stream-parts.ts";
import { toModelError } from "../../model/to-model-error.ts";
import type { Completer, CompletionDelta, CompletionRequest } from "./completion.ts";

export function modelCompleter(model: LanguageModelV4): Completer {
  return async (request) => {
    const { signal = new AbortController().signal } = request;
    try {
      const { content } = await orAbort(model.doGenerate(toCallOptions(request)), signal);
      return parseAnswer(textOf(content), model, request);
    } catch (thrown) {
      throw signal.aborted ? signal.reason : toModelError(thrown, model, new Date());
    }
  };
}

/** What is said of the answer, piece by piece; returns all of it, parsed. */
export async function* streamAnswer(
  model: LanguageModelV4,
  request: CompletionRequest,
): AsyncGenerator<CompletionDelta, unknown> {
  const deltas: CompletionDelta[] = [];
  const collector = new AnswerCollector(
    ({ type, delta }) => {
      if (type === "assistant_text_delta") deltas.push({ type: "completion_delta", delta });
    },
    (wireName) => wireName,
  );
  const { signal = new AbortController().signal } = request;
  const toError = (failure: unknown) => toModelError(failure, model, new Date());
  for await (const part of streamParts(model, toCallOptions(request), { signal, toError })) {
    collector.add(part);
    yield* deltas.splice(0);
  }
  const answer = collector.answer();
  if (answer === undefined) throw brokenOff(model);
  return parseAnswer(textOf(answer.content), model, request);
}

function toCallOptions({ name, description, schema, prompt, signal }: CompletionRequest): LanguageModelV4CallOptions {
  return {
    prompt: [{ role: "user", content: [{ type: "text", text: prompt }] }],
    responseFormat: { type: "json", schema: toPortSchema(schema), name, description },
    ...(signal === undefined ? {} : { abortSignal: signal }),
  };
}

function textOf(content: readonly { readonly type: string; readonly text?: string }[]): string {
  return content.flatMap(({ type, text = "" }) => (type === "text" ? [text] : [])).join("");
}

function parseAnswer(text: string, { modelId }: LanguageModelV4, { name }: CompletionRequest): unknown {
  try {
    return parseJson(text);
  } catch (cause) {
    throw new KigumiError({
      code: "invalid_completion",
      message: `${modelId} was asked for the completion "${name}" and its answer is ${messageOf(cause)}`,
      isRetryable: true,
      cause,
    });
  }
}
