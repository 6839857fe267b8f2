/** What a model planner is declared with. */
import type { LanguageModelV4, LanguageModelV4CallOptions, SharedV4ProviderOptions } from "@ai-sdk/provider";
import type { CachePolicy } from "./prompt-cache.ts";
import type { RateLimiter } from "./rate-limiter.ts";
import type { RetryPolicy } from "./retry.ts";
import type { ToolChoice } from "./tool-choice.ts";
import type { ModelPrices } from "./usage.ts";

export interface ModelPlannerOptions {
  /** A model, or the id of one that is registered with the runtime. */
  readonly model: LanguageModelV4 | string;
  /** The first system message of every call. */
  readonly instructions?: string;
  /** Prompt-cache checkpoints. Default: those of the agent's run policy. */
  readonly cache?: CachePolicy;
  readonly temperature?: number;
  readonly maxOutputTokens?: number;
  /** How hard the model should think, where it can be told. */
  readonly reasoning?: NonNullable<LanguageModelV4CallOptions["reasoning"]>;
  /** Default `auto`. */
  readonly toolChoice?: ToolChoice;
  readonly providerOptions?: SharedV4ProviderOptions;
  /** Without them, usage has no cost. */
  readonly prices?: ModelPrices;
  readonly rateLimiter?: RateLimiter;
  /** How retryable failures are tried again, as long as nothing of the answer has been streamed. */
  readonly retry?: RetryPolicy;
}
