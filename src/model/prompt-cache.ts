/**
 * Prompt-cache checkpoints: where a provider may stop and remember what it has read. A checkpoint is a hint, so a
 * provider that knows none ignores it; one that is known to refuse it is an error before the first call.
 */
import type { LanguageModelV4, SharedV4ProviderOptions } from "@ai-sdk/provider";
import { ModelError } from "./model-error.ts";
import { type ProviderFamily, providerFamily } from "./provider-family.ts";

export interface CachePolicy {
  readonly afterSystem?: boolean;
  readonly afterTools?: boolean;
}

/** What to put on the last system message and on the last tool. */
export interface CacheCheckpoints {
  readonly afterSystem?: SharedV4ProviderOptions;
  readonly afterTools?: SharedV4ProviderOptions;
}

export function cacheCheckpoints(model: LanguageModelV4, policy: CachePolicy): CacheCheckpoints {
  const family = providerFamily(model);
  if (policy.afterTools) assertTakesToolCheckpoint(model, family);
  const checkpoint = CHECKPOINTS[family];
  if (checkpoint === undefined) return {};
  return {
    ...(policy.afterSystem ? { afterSystem: checkpoint } : {}),
    ...(policy.afterTools ? { afterTools: checkpoint } : {}),
  };
}

const CHECKPOINTS: Readonly<Partial<Record<ProviderFamily, SharedV4ProviderOptions>>> = {
  anthropic: { anthropic: { cacheControl: { type: "ephemeral" } } },
  bedrock: { bedrock: { cachePoint: { type: "default" } } },
};

function assertTakesToolCheckpoint(model: LanguageModelV4, family: ProviderFamily): void {
  const isNova = family === "bedrock" && model.modelId.includes("nova");
  if (family !== "openai" && !isNova) return;
  throw new ModelError({
    kind: "invalid_request",
    code: "cache_checkpoint_unsupported",
    model,
    message: `${isNova ? "Nova models take" : "OpenAI takes"} no cache checkpoint after the tools; remove AfterTools from the agent's cache policy`,
  });
}
