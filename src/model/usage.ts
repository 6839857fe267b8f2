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

/** Tokens a provider does not report, or reports as no number, count as none. */
export function toUsage(model: string, usage: Partial<LanguageModelV4Usage> | undefined, prices?: ModelPrices): Usage {
  const input: Partial<LanguageModelV4Usage["inputTokens"]> = usage?.inputTokens ?? {};
  const output: Partial<LanguageModelV4Usage["outputTokens"]> = usage?.outputTokens ?? {};
  const [noCache, cacheRead, cacheWrite] = [count(input.noCache), count(input.cacheRead), count(input.cacheWrite)];
  const cached = (cacheRead ?? 0) + (cacheWrite ?? 0);
  const inputTokens = count(input.total) ?? (noCache ?? 0) + cached;
  const outputTokens = count(output.total) ?? (count(output.text) ?? 0) + (count(output.reasoning) ?? 0);
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

function count(tokens: number | undefined): number | undefined {
  return tokens !== undefined && Number.isFinite(tokens) && tokens >= 0 ? tokens : undefined;
}
