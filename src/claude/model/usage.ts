/** The tokens of a request in the words of the model port. Whatever a CLI leaves out, or says in another type, is 0. */

import type { LanguageModelV4Usage } from "@ai-sdk/provider";
import type { SDKResultMessage } from "@anthropic-ai/claude-agent-sdk";
import { isObject } from "../../json/json.ts";

export function toModelUsage({ usage }: Pick<SDKResultMessage, "usage">): LanguageModelV4Usage {
  const noCache = count(usage.input_tokens);
  const cacheRead = count(usage.cache_read_input_tokens);
  const cacheWrite = count(usage.cache_creation_input_tokens);
  const total = count(usage.output_tokens);
  const details: unknown = "output_tokens_details" in usage ? usage.output_tokens_details : undefined;
  const reasoning = isObject(details) ? count(details.thinking_tokens) : 0;
  return {
    inputTokens: { total: noCache + cacheRead + cacheWrite, noCache, cacheRead, cacheWrite },
    outputTokens: { total, text: total - reasoning, reasoning },
  };
}

function count(tokens: unknown): number {
  const number = typeof tokens === "string" ? Number(tokens) : tokens;
  return typeof number === "number" && Number.isFinite(number) ? number : 0;
}
