/** A typed answer that a model is asked for directly. */
import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { JsonSchema } from "../../tool/schema/json-schema.ts";
import type { Codec } from "./codec.ts";
import { modelCompleter } from "./model-completer.ts";

export interface CompletionRequest {
  readonly name: string;
  readonly description: string;
  /** What the answer has to be. */
  readonly schema: JsonSchema;
  readonly prompt: string;
  readonly signal?: AbortSignal;
}

/** Asks in its own way, and returns the answer as parsed JSON. */
export type Completer = (request: CompletionRequest) => Promise<unknown>;

/** A piece of the JSON text, to show that something is coming; half a value is none. */
export interface CompletionDelta {
  readonly type: "completion_delta";
  readonly delta: string;
}

export interface CompletionDeclaration<Result> {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly result: Pick<Codec<Result>, "decode" | "schema">;
}

/** A language model, or whatever else answers. */
export type CompletionModel = LanguageModelV4 | Completer;

/** Asks, and decodes what comes back; an answer of another shape is a `DecodeError`. */
export async function complete<Result>(
  { name, description, result }: CompletionDeclaration<Result>,
  model: CompletionModel,
  request: Pick<CompletionRequest, "prompt" | "signal">,
): Promise<Result> {
  const ask = typeof model === "function" ? model : modelCompleter(model);
  return result.decode(await ask({ ...request, name, description, schema: result.schema }));
}
