/** The model did not bring its answer into the shape that was asked for, and nothing it said could be read as one. */
import { ModelError, type ModelErrorOptions } from "../../model/model-error.ts";

export interface StructuredOutputErrorOptions extends Pick<ModelErrorOptions, "model" | "message" | "usage" | "cause"> {
  sessionId?: string | undefined;
  numTurns?: number | undefined;
  durationMs?: number | undefined;
}

export class StructuredOutputError extends ModelError {
  readonly sessionId?: string;
  readonly numTurns?: number;
  readonly durationMs?: number;

  constructor({ sessionId, numTurns, durationMs, ...options }: StructuredOutputErrorOptions) {
    // The CLI has asked again by itself, more than once, before it comes to this.
    super({ ...options, kind: "unknown", code: "structured_output_failed", isRetryable: false });
    if (sessionId !== undefined) this.sessionId = sessionId;
    if (numTurns !== undefined) this.numTurns = numTurns;
    if (durationMs !== undefined) this.durationMs = durationMs;
  }
}
