/**
 * A model call that did not give an answer. The `kind` says whose turn it is to act: the operator (`auth`), the caller
 * (`invalid_request`), or nobody but time (`rate_limited`, `unavailable`, `timeout`).
 */
import { KigumiError } from "../errors/kigumi-error.ts";
import type { Usage } from "../run/plan.ts";

export type ModelErrorKind = "auth" | "invalid_request" | "rate_limited" | "unavailable" | "timeout" | "unknown";

export interface ModelErrorOptions {
  kind: ModelErrorKind;
  /** The model that was asked. */
  model: ModelIdentity;
  message: string;
  /** Default `model_<kind>`. */
  code?: string;
  isRetryable?: boolean;
  httpStatus?: number | undefined;
  /** How long the provider asked to be left alone. */
  retryAfterMs?: number | undefined;
  /** Tokens that were spent on the answer that could not be used. */
  usage?: Usage | undefined;
  cause?: unknown;
}

/** What a model says about itself; every `LanguageModelV4` is one. */
export interface ModelIdentity {
  readonly provider: string;
  readonly modelId: string;
}

const RETRYABLE: ReadonlySet<ModelErrorKind> = new Set(["rate_limited", "unavailable", "timeout"]);

export class ModelError extends KigumiError {
  readonly kind: ModelErrorKind;
  readonly provider: string;
  readonly modelId: string;
  readonly httpStatus?: number;
  readonly retryAfterMs?: number;
  readonly usage?: Usage;

  constructor({ kind, model, message, code, isRetryable, httpStatus, retryAfterMs, usage, cause }: ModelErrorOptions) {
    super({
      code: code ?? `model_${kind}`,
      message: `${model.modelId} (${model.provider}): ${message}`,
      isRetryable: isRetryable ?? RETRYABLE.has(kind),
      data: { kind, provider: model.provider, modelId: model.modelId, httpStatus, retryAfterMs },
      cause,
    });
    this.kind = kind;
    this.provider = model.provider;
    this.modelId = model.modelId;
    if (httpStatus !== undefined) this.httpStatus = httpStatus;
    if (retryAfterMs !== undefined) this.retryAfterMs = retryAfterMs;
    if (usage !== undefined) this.usage = usage;
  }
}
