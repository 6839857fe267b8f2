/** A typed answer that a model is asked for directly, told as it grows: its text in pieces, and at last the value. */
import { KigumiError } from "../../errors/kigumi-error.ts";
import { isObject } from "../../json/json.ts";
import type { CompletionDeclaration, CompletionDelta, CompletionModel, CompletionRequest } from "./completion.ts";
import { streamAnswer } from "./model-completer.ts";

export type CompletionChunk<Result> =
  | CompletionDelta
  /** The whole, decoded; the last chunk. */
  | { readonly type: "completion"; readonly value: Result };

/** Throws what `complete` throws. Who stops reading lets go of the model. */
export async function* streamComplete<Result>(
  { name, description, result }: CompletionDeclaration<Result>,
  model: CompletionModel,
  request: Pick<CompletionRequest, "prompt" | "signal">,
): AsyncGenerator<CompletionChunk<Result>, void> {
  const asked: CompletionRequest = { ...request, name, description, schema: result.schema };
  const answer = typeof model === "function" ? await model(asked) : yield* streamAnswer(model, asked);
  yield { type: "completion", value: result.decode(answer) };
}

/** A chunk that came as JSON; a value of another shape is a `DecodeError`. */
export function decodeCompletionChunk<Result>(
  { name, result }: CompletionDeclaration<Result>,
  chunk: unknown,
): CompletionChunk<Result> {
  const { type, delta, value }: Record<string, unknown> = isObject(chunk) ? chunk : {};
  if (type === "completion") return { type, value: result.decode(value) };
  if (type === "completion_delta" && typeof delta === "string") return { type, delta };
  throw new KigumiError({
    code: "invalid_completion_chunk",
    message: `not a chunk of the completion "${name}"; expected { type: "completion_delta", delta } or { type: "completion", value }`,
  });
}
