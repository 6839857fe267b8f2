/** A typed answer that a model is asked for directly. */
import type { JsonSchema } from "../../tool/schema/json-schema.ts";
import type { Codec } from "./codec.ts";

export interface CompletionRequest {
  readonly name: string;
  readonly description: string;
  /** What the answer has to be. */
  readonly schema: JsonSchema;
  readonly prompt: string;
  readonly signal?: AbortSignal;
}

/** Whoever asks the model: returns the answer as parsed JSON. */
export type Completer = (request: CompletionRequest) => Promise<unknown>;

export interface CompletionDeclaration<Result> {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly result: Pick<Codec<Result>, "decode" | "schema">;
}

/** Asks, and decodes what comes back; an answer of another shape is a `DecodeError`. */
export async function complete<Result>(
  { name, description, result }: CompletionDeclaration<Result>,
  completer: Completer,
  request: Pick<CompletionRequest, "prompt" | "signal">,
): Promise<Result> {
  return result.decode(await completer({ ...request, name, description, schema: result.schema }));
}
