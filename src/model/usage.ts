/** What one model call used and cost, in the words of a run. */
import type { LanguageModelV4Usage } from "@ai-sdk/provider";
import type { Usage } from "../run/plan.ts";

/** Prices per million tokens, in whatever currency the run's cost budget is counted in. */
export interface ModelPrices {
  readonly input: number;
  readonly output: number;
  /** Default: the price of input. */
  readonly cacheRead?: number;
  /** Default: the price of input. */
  readonly cacheWrite?: number;
}

const PRICED_TOKENS = 1_000_000;

/** Tokens a provider does not report count as none. */
export function toUsage(model: string, usage: LanguageModelV4Usage, prices?: ModelPrices): Usage {
  const { total, noCache, cacheRead, cacheWrite } = usage.inputTokens;
  const cached = (cacheRead ?? 0) + (cacheWrite ?? 0);
  const inputTokens = total ?? (noCache ?? 0) + cached;
  const outputTokens = usage.outputTokens.total ?? (usage.outputTokens.text ?? 0) + (usage.outputTokens.reasoning ?? 0);
  const cost =
    prices &&
    (prices.input * (noCache ?? Math.max(0, inputTokens - cached)) +
      (prices.cacheRead ?? prices.input) * (cacheRead ?? 0) +
      (prices.cacheWrite ?? prices.input) * (cacheWrite ?? 0) +
      prices.output * outputTokens) /
      PRICED_TOKENS;
  return {
    model,
    inputTokens,
    outputTokens,
    ...(cacheRead === undefined ? {} : { cacheReadTokens: cacheRead }),
    ...(cacheWrite === undefined ? {} : { cacheWriteTokens: cacheWrite }),
    ...(cost === undefined ? {} : { cost }),
  };
}
