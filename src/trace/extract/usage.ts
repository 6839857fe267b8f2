/**
 * Tokens and cost in one spelling, whatever the provider's: `input_tokens`, `output_tokens`, `total_tokens`, `cost`, and
 * every other number it reported. Sums are kept for a whole trace, so a span that is written again must not count twice.
 */
import { isObject } from "../../json/json.ts";

/** The names are those on disk. */
export interface UsageRecord {
  readonly input_tokens?: number;
  readonly output_tokens?: number;
  readonly total_tokens?: number;
  readonly cost?: number;
  readonly [field: string]: unknown;
}

export function extractUsage(usage: unknown): UsageRecord | undefined {
  if (!isObject(usage)) return undefined;
  const input = numberIn(usage, "input_tokens", "prompt_tokens", "inputTokens", "promptTokens");
  const output = numberIn(usage, "output_tokens", "completion_tokens", "outputTokens", "completionTokens");
  const sum = input === undefined && output === undefined ? undefined : (input ?? 0) + (output ?? 0);
  const total = numberIn(usage, "total_tokens", "totalTokens") ?? sum;
  const cost = numberIn(usage, "cost", "total_cost_usd");
  return {
    ...usage,
    ...(input === undefined ? {} : { input_tokens: input }),
    ...(output === undefined ? {} : { output_tokens: output }),
    ...(total === undefined ? {} : { total_tokens: total }),
    ...(cost === undefined ? {} : { cost }),
  };
}

/** The totals with one span's usage exchanged for another; either may be missing. */
export function exchangeUsage(
  totals: unknown,
  { removed, added }: { removed: unknown; added: unknown },
): Record<string, number> {
  const next = { ...numbersOf(totals) };
  for (const [key, value] of Object.entries(numbersOf(removed))) next[key] = (next[key] ?? 0) - value;
  for (const [key, value] of Object.entries(numbersOf(added))) next[key] = (next[key] ?? 0) + value;
  return next;
}

function numbersOf(value: unknown): Record<string, number> {
  if (!isObject(value)) return {};
  const entries = Object.entries(value).filter((entry): entry is [string, number] => Number.isFinite(entry[1]));
  return Object.fromEntries(entries);
}

function numberIn(usage: Record<string, unknown>, ...names: string[]): number | undefined {
  const found = names.map((name) => usage[name]).find((value) => Number.isFinite(value));
  return typeof found === "number" ? found : undefined;
}
