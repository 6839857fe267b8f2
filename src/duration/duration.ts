/**
 * Reads durations as people write them: `"300ms"`, `"2m"`, `"1h30m"`, `"7d"`. Units are Go's (ns, us, µs, ms, s, m, h)
 * and `d` for 24 hours. Strict: a number without a unit, a sign, a space or an unknown unit is an error.
 */
import { KigumiError } from "../errors/kigumi-error.ts";

const millisecondsPer: ReadonlyMap<string, number> = new Map([
  ["ns", 1e-6],
  ["us", 1e-3],
  ["µs", 1e-3], // U+00B5, the micro sign
  ["μs", 1e-3], // U+03BC, the Greek letter: both are typed
  ["ms", 1],
  ["s", 1000],
  ["m", 60_000],
  ["h", 3_600_000],
  ["d", 86_400_000],
]);

const wholePattern = /^(?:\d+(?:\.\d+)?(?:ns|us|µs|μs|ms|s|m|h|d))+$/;
const termPattern = /(\d+(?:\.\d+)?)(\D+)/g;

/** The duration in milliseconds; below a millisecond it is a fraction. */
export function parseDuration(text: string): number {
  if (typeof text !== "string" || !wholePattern.test(text)) throw invalidDuration(text);
  let total = 0;
  for (const [, amount, unit = ""] of text.matchAll(termPattern)) {
    total += Number(amount) * (millisecondsPer.get(unit) ?? Number.NaN);
  }
  if (!(total <= Number.MAX_SAFE_INTEGER)) throw invalidDuration(text);
  return total;
}

function invalidDuration(text: unknown): KigumiError {
  return new KigumiError({
    code: "invalid_duration",
    message: `${JSON.stringify(text)} is not a duration; write a number and a unit (ns, us, ms, s, m, h, d), such as "300ms" or "1h30m"`,
    data: { duration: text },
  });
}
