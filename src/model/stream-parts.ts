/**
 * What a model streams, part by part. Whoever aborts gets the reason back at once, also of a model that does not
 * listen; whoever stops reading lets go of the connection.
 */
import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { orAbort } from "../errors/abort.ts";
import { ModelError, type ModelIdentity } from "./model-error.ts";

export interface StreamPartsOptions {
  readonly signal: AbortSignal;
  /** Makes an error of what the model failed with; an error of whoever takes the parts is theirs. */
  readonly toError: (failure: unknown) => Error;
}

export async function* streamParts(
  model: LanguageModelV4,
  callOptions: LanguageModelV4CallOptions,
  { signal, toError }: StreamPartsOptions,
): AsyncGenerator<LanguageModelV4StreamPart, void, undefined> {
  const opening = open(model, { ...callOptions, abortSignal: signal });
  const failed = (failure: unknown) => (signal.aborted ? signal.reason : toError(failure));
  // Ends a read that is under way, whether the model listens or not.
  const stop = () => {
    opening.then((reader) => reader.cancel(signal.reason)).catch(() => {});
  };
  try {
    const reader = await orAbort(opening, signal).catch((failure) => {
      throw failed(failure);
    });
    signal.addEventListener("abort", stop, { once: true });
    while (true) {
      const { done, value } = await reader.read().catch((failure) => {
        throw failed(failure);
      });
      signal.throwIfAborted();
      if (done) return;
      if (value.type === "error") throw toError(value.error);
      yield value;
    }
  } finally {
    signal.removeEventListener("abort", stop);
    // A stream that is opened only now is given back as well; whoever left has the reason already.
    stop();
  }
}

/** For a stream that ended before the model said it was finished: half an answer is none. */
export function brokenOff(model: ModelIdentity): ModelError {
  const message = "the answer broke off before it was finished";
  return new ModelError({ kind: "unavailable", code: "model_stream_broken", model, message });
}

async function open(model: LanguageModelV4, callOptions: LanguageModelV4CallOptions) {
  const { stream } = await model.doStream(callOptions);
  return stream.getReader();
}
