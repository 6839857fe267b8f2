/**
 * `printf` with the verbs %s %d %q %v %t %f %x and %%. Where Go prints a wrong argument as `%!d(string=hi)`, this is an
 * error. JSON has one kind of number, so %f takes any number, and %d any that is whole.
 */
import type { JsonValue } from "../../json/json.ts";
import { BoundedText } from "../render/bounded-text.ts";
import type { Work } from "../render/work.ts";
import { codePointCount, sliceCodePoints } from "./code-points.ts";
import { fixed } from "./fixed.ts";
import { checkFormat, type Directive, parseFormat } from "./printf-format.ts";
import { quote } from "./quote.ts";
import { describeValue, textOf } from "./text-of.ts";

const encoder = new TextEncoder();

export function printf(format: string, values: readonly JsonValue[], work: Work): string {
  const problem = checkFormat(format, values.length);
  if (problem !== undefined) throw work.problem(problem);
  const text = new BoundedText(work);
  let next = 0;
  for (const part of parseFormat(format).parts) {
    text.append(typeof part === "string" ? part : padded(formatted(part, values[next++] ?? null, work), part));
  }
  return text.toString();
}

function formatted({ verb, precision, showsPlus }: Directive, value: JsonValue, work: Work): string {
  switch (verb) {
    case "v":
      return textOf(value, work);
    case "s":
      if (value !== null && typeof value !== "string") break;
      return sliceCodePoints(value ?? "", 0, precision ?? Infinity);
    case "q":
      if (typeof value !== "string") break;
      return quote(value);
    case "t":
      if (typeof value !== "boolean") break;
      return String(value);
    case "d":
      if (!isWhole(value)) break;
      return signed(BigInt(value).toString(), showsPlus);
    case "f":
      if (typeof value !== "number") break;
      return signed(fixed(value, precision ?? 6), showsPlus);
    case "x":
      if (typeof value === "string") return hexOf(value);
      if (!isWhole(value)) break;
      return BigInt(value).toString(16);
  }
  throw work.problem(`printf: %${verb} cannot print ${describeValue(value)}; %v prints any value`);
}

function isWhole(value: JsonValue): value is number {
  return typeof value === "number" && Number.isInteger(value);
}

function signed(digits: string, showsPlus: boolean): string {
  return showsPlus && !digits.startsWith("-") ? `+${digits}` : digits;
}

function hexOf(text: string): string {
  return Array.from(encoder.encode(text), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function padded(text: string, { width, isLeftAligned, isZeroPadded }: Directive): string {
  const missing = width - (text.length < 2 * width ? codePointCount(text) : width);
  if (missing <= 0) return text;
  if (isLeftAligned) return text + " ".repeat(missing);
  if (!isZeroPadded) return " ".repeat(missing) + text;
  const sign = /^[-+]/.exec(text)?.[0] ?? "";
  return sign + "0".repeat(missing) + text.slice(sign.length);
}
