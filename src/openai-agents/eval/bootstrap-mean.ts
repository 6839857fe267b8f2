/**
 * The mean of a sample and how far it can be trusted: a percentile bootstrap, which assumes nothing about how scores are
 * spread. Given differences of pairs it is the paired bootstrap. Deterministic: the same seed, the same interval.
 */
import { seededRandom } from "./seeded-random.ts";

export interface MeanInterval {
  readonly count: number;
  readonly mean: number;
  /** Absent below two values, which say nothing about their spread. */
  readonly interval?: { readonly low: number; readonly high: number };
}

export interface BootstrapOptions {
  readonly seed: number;
  /** Default 0.95. */
  readonly confidence?: number;
}

const RESAMPLES = 10_000;
const FEWEST_RESAMPLES = 1_000;
/** A large sample needs fewer resamples, and a report should not take minutes. */
const MOST_DRAWS = 50_000_000;

/** Undefined for an empty sample. */
export function bootstrapMean(
  values: readonly number[],
  { seed, confidence = 0.95 }: BootstrapOptions,
): MeanInterval | undefined {
  const count = values.length;
  if (count === 0) return undefined;
  const mean = sum(values) / count;
  if (count === 1) return { count, mean };

  const random = seededRandom(seed);
  const resamples = Math.max(FEWEST_RESAMPLES, Math.min(RESAMPLES, Math.floor(MOST_DRAWS / count)));
  const means = new Float64Array(resamples);
  for (let i = 0; i < resamples; i++) {
    let total = 0;
    for (let draw = 0; draw < count; draw++) total += values[Math.floor(random() * count)] ?? 0;
    means[i] = total / count;
  }
  means.sort();
  const tail = (1 - confidence) / 2;
  return { count, mean, interval: { low: quantile(means, tail), high: quantile(means, 1 - tail) } };
}

/** Between two values, in proportion. */
function quantile(sorted: Float64Array, share: number): number {
  const place = share * (sorted.length - 1);
  const [low, high] = [sorted[Math.floor(place)] ?? 0, sorted[Math.ceil(place)] ?? 0];
  return low + (high - low) * (place - Math.floor(place));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
