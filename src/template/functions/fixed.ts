/** A number with a fixed count of decimals, rounded as Go rounds: a tie goes to the even digit. */

/** `toFixed` knows no more; it is exact for every number that can be a tie at the decimals asked for. */
const mostDecimals = 100;

export function fixed(value: number, decimals: number): string {
  // From here on a number has no decimals, and toFixed turns to exponents.
  if (Math.abs(value) >= 1e21) return decimals === 0 ? `${BigInt(value)}` : `${BigInt(value)}.${"0".repeat(decimals)}`;
  const sign = Object.is(value, -0) ? "-" : "";
  const rounded = value.toFixed(decimals);
  if (!isTie(value, decimals)) return sign + rounded;
  // toFixed rounds a tie away from zero: when that made the last digit odd, the even one is just below.
  const lastDigit = Number(rounded.at(-1));
  return lastDigit % 2 === 0 ? rounded : rounded.slice(0, -1) + (lastDigit - 1);
}

function isTie(value: number, decimals: number): boolean {
  if (decimals >= mostDecimals) return false;
  const [, digits = ""] = value.toFixed(mostDecimals).split(".");
  return digits[decimals] === "5" && /^0*$/.test(digits.slice(decimals + 1));
}
