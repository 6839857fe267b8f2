import fc from "fast-check";
import { expect, test } from "vitest";
import { bootstrapMean } from "./bootstrap-mean.ts";
import { seededRandom } from "./seeded-random.ts";

const scores = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 2, maxLength: 30 });

test("the same seed gives the same interval, and another one nearly the same", () => {
  const values = Array.from({ length: 40 }, (_, i) => Math.sqrt(i) / 7);
  const first = bootstrapMean(values, { seed: 7 });
  expect(bootstrapMean(values, { seed: 7 })).toEqual(first);
  const other = bootstrapMean(values, { seed: 8 });
  expect(other).not.toEqual(first);
  expect(other?.interval?.low).toBeCloseTo(first?.interval?.low ?? 0, 1);
});

test("an interval lies within the values and around the mean", () => {
  fc.assert(
    fc.property(scores, (values) => {
      const { mean = 0, interval = { low: 0, high: 0 } } = bootstrapMean(values, { seed: 1 }) ?? {};
      const tolerance = 1e-9;
      expect(interval.low).toBeGreaterThanOrEqual(Math.min(...values) - tolerance);
      expect(interval.high).toBeLessThanOrEqual(Math.max(...values) + tolerance);
      expect(interval.low).toBeLessThanOrEqual(mean + tolerance);
      expect(interval.high).toBeGreaterThanOrEqual(mean - tolerance);
    }),
    { numRuns: 30 },
  );
});

test("shifting every value shifts the mean and the interval by as much", () => {
  const values = [0.1, 0.4, 0.4, 0.9, 0.7];
  const base = bootstrapMean(values, { seed: 3 });
  const shifted = bootstrapMean(
    values.map((value) => value + 2),
    { seed: 3 },
  );
  expect(shifted?.mean).toBeCloseTo((base?.mean ?? 0) + 2, 9);
  expect(shifted?.interval?.low).toBeCloseTo((base?.interval?.low ?? 0) + 2, 9);
  expect(shifted?.interval?.high).toBeCloseTo((base?.interval?.high ?? 0) + 2, 9);
});

test("of samples of a known spread, nineteen intervals in twenty hold the truth", () => {
  const random = seededRandom(99);
  const trials = 300;
  let hits = 0;
  for (let trial = 0; trial < trials; trial++) {
    // Even between 0 and 1: the truth is 0.5.
    const values = Array.from({ length: 40 }, random);
    const { low = 1, high = 0 } = bootstrapMean(values, { seed: trial })?.interval ?? {};
    if (low <= 0.5 && 0.5 <= high) hits++;
  }
  expect(hits / trials).toBeGreaterThan(0.9);
  expect(hits / trials).toBeLessThan(0.99);
});

test("one value has a mean and no interval, and no values have neither", () => {
  expect(bootstrapMean([0.5], { seed: 1 })).toEqual({ count: 1, mean: 0.5 });
  expect(bootstrapMean([], { seed: 1 })).toBeUndefined();
});

test("seeded numbers are spread evenly from 0 up to 1", () => {
  const random = seededRandom(5);
  const bins = new Array<number>(10).fill(0);
  for (let i = 0; i < 10_000; i++) {
    const bin = Math.floor(random() * 10);
    bins[bin] = (bins[bin] ?? Number.NaN) + 1;
  }
  for (const count of bins) expect(Math.abs(count - 1000)).toBeLessThan(150);
});
