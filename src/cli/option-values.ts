/** Readers for the values of options: each gives what the program works with, or says how the value is written. */
import { InvalidArgumentError } from "commander";
import { parseDuration } from "../duration/duration.ts";
import type { MetadataValue, NumberRange, TraceQuery } from "../trace/trace-store.ts";

export function wholeNumber(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new InvalidArgumentError("It has to be a whole number above 0.");
}

/** Whoever decides is written down, so nobody is no answer. */
export function personName(text: string): string {
  return notBlank(text, "somebody");
}

export function sessionId(text: string): string {
  return notBlank(text, "a session");
}

function notBlank(text: string, named: string): string {
  if (text.trim() !== "") return text;
  throw new InvalidArgumentError(`It has to name ${named}.`);
}

export function finiteNumber(text: string): number {
  const value = Number(text);
  if (text.trim() !== "" && Number.isFinite(value)) return value;
  throw new InvalidArgumentError("It has to be a number.");
}

/** As it is: how the program reads it, so that a typo is told before anything is opened. */
export function duration(text: string): string {
  try {
    parseDuration(text);
    return text;
  } catch {
    throw new InvalidArgumentError("Write how long, such as 90d or 12h.");
  }
}

const UNITS: ReadonlyMap<string, number> = new Map(
  ["B", "KB", "MB", "GB", "TB"].map((unit, power) => [unit, 1000 ** power]),
);

/** `2GB`, `500MB`; a number alone is bytes. */
export function byteCount(text: string): number {
  const { amount, unit = "B" } = /^(?<amount>\d+(?:\.\d+)?)\s?(?<unit>[A-Z]+)?$/i.exec(text)?.groups ?? {};
  const scale = UNITS.get(unit.toUpperCase());
  if (amount === undefined || scale === undefined) throw new InvalidArgumentError("Write a size such as 2GB or 500MB.");
  return Math.round(Number(amount) * scale);
}

/** `30d` is that long ago; anything else has to be a date or a time in ISO 8601. */
export function pointInTime(text: string): Date {
  if (/^\d{4}-\d\d-\d\d/.test(text)) {
    const at = new Date(hasZone(text) ? text : `${text}Z`);
    if (!Number.isNaN(at.getTime())) return at;
  }
  try {
    return new Date(Date.now() - parseDuration(text));
  } catch {
    throw new InvalidArgumentError("Write how long ago, such as 30d or 90m, or a time such as 2026-01-31T09:00Z.");
  }
}

const RANGE = /^(?<min>\d+(?:\.\d+)?)?(?:\.\.(?<max>\d+(?:\.\d+)?)?)?$/;

/** `100..200`, `100..`, `..200`; a number alone is the least. */
export function numberRange(text: string): NumberRange {
  const { min, max } = RANGE.exec(text)?.groups ?? {};
  if (min === undefined && max === undefined) {
    throw new InvalidArgumentError("Write a range such as 100..200, 100.. or ..200.");
  }
  return { ...(min === undefined ? {} : { min: Number(min) }), ...(max === undefined ? {} : { max: Number(max) }) };
}

export type MetadataValues = NonNullable<TraceQuery["metadata"]>;

/**
 * `key=value`, collected. A version `7` may have been recorded as a number or as text, and looks the same: both are
 * meant, like for `true` and `null`. `"7"` in quotes is text.
 */
export function metadataValue(text: string, earlier: MetadataValues = {}): MetadataValues {
  const at = text.indexOf("=");
  if (at < 1) throw new InvalidArgumentError("Write key=value.");
  return { ...earlier, [text.slice(0, at)]: meantBy(text.slice(at + 1)) };
}

function meantBy(text: string): MetadataValue | readonly MetadataValue[] {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "string") return value;
    const isScalar = value === null || typeof value === "number" || typeof value === "boolean";
    return isScalar ? [value, text] : text;
  } catch {
    return text;
  }
}

/** A date alone is UTC by the standard, a date with a time is not. */
function hasZone(text: string): boolean {
  return !text.includes("T") || /(?:Z|[+-]\d\d:?\d\d)$/i.test(text);
}
