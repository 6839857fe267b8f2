/** Reads decimal numbers. Go's other notations are refused rather than read differently. */
import { invalidTemplate } from "./invalid-template.ts";

const decimal = /[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?(?![\p{L}\p{N}_.])/uy;
const octal = /^[+-]?0\d/;

/** The number that starts here, if one does. */
export function readNumber(source: string, at: number): { value: number; text: string } | undefined {
  decimal.lastIndex = at;
  const text = decimal.exec(source)?.[0];
  if (text === undefined) return undefined;
  if (octal.test(text)) {
    throw invalidTemplate(source, at, "a number with a leading zero would be octal in Go; write it without the zero");
  }
  const value = Number(text);
  if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value))) {
    throw invalidTemplate(source, at, "the number is too large to be exact; write it as a string");
  }
  return { value, text };
}
