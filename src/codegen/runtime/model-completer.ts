/** Asks a language model for an answer in the shape of a schema: one call, no tools, JSON back. */
import type { LanguageModelV4, LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { KigumiError, messageOf } from "../../errors/kigumi-error.ts";
import { parseJson } from "../../json/parse-json.ts";
import { toPortSchema } from "../../model/port-schema.ts";
import { toModelError } from "../../model/to-model-error.ts";
import type { Completer, CompletionRequest } from "./completion.ts";

export function modelCompleter(model: LanguageModelV4): Completer {
  return async (request) => {
    const text = await answer(model, request);
    try {
      return parseJson(text);
    } catch (cause) {
      throw new KigumiError({
        code: "invalid_completion",
        message: `${model.modelId} was asked for the completion "${request.name}" and its answer is ${messageOf(cause)}`,
        isRetryable: true,
        cause,
      });
    }
  };
}

async function answer(model: LanguageModelV4, request: CompletionRequest): Promise<string> {
  const { name, description, schema, prompt, signal } = request;
  const options: LanguageModelV4CallOptions = {
    prompt: [{ role: "user", content: [{ type: "text", text: prompt }] }],
    responseFormat: { type: "json", schema: toPortSchema(schema), name, description },
  };
  if (signal !== undefined) options.abortSignal = signal;
  try {
    const { content } = await model.doGenerate(options);
    return content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("");
  } catch (thrown) {
    throw signal?.aborted === true ? thrown : toModelError(thrown, model, new Date());
  }
}
