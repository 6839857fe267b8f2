/** The questions that generated decoders ask of values. Each is small enough to be compiled into its caller. */

import { isObject } from "../../json/json.ts";
import { jsonEqual } from "../../json/json-equal.ts";
import type { Step } from "./decode-issue.ts";
import type { Issues } from "./issues.ts";

export { isObject } from "../../json/json.ts";

export function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

export function isInteger(value: unknown): value is number {
  return Number.isInteger(value);
}

/** A property by a name that every object inherits. */
export function own(input: object, key: string): unknown {
  return Object.hasOwn(input, key) ? (input as Record<string, unknown>)[key] : undefined;
}

/** Counting allocates nothing; which keys there are is only asked when the number is not the one expected. */
export function countKeys(input: object): number {
  let count = 0;
  for (const _ in input) count += 1;
  return count;
}

/** Lengths count characters, not UTF-16 units; most texts are settled by the latter. */
export function isShorter(text: string, minLength: number): boolean {
  if (text.length < minLength) return true;
  return text.length < minLength * 2 && charactersOf(text) < minLength;
}

export function isLonger(text: string, maxLength: number): boolean {
  return text.length > maxLength && charactersOf(text) > maxLength;
}

export function isMultipleOf(value: number, divisor: number): boolean {
  return Number.isInteger(value / divisor);
}

export function isOneOf(value: unknown, allowed: readonly unknown[]): boolean {
  return allowed.some((each) => jsonEqual(each, value));
}

export function hasDuplicates(items: readonly unknown[]): boolean {
  return items.some((item, index) => items.slice(0, index).some((earlier) => jsonEqual(earlier, item)));
}

/** Where a design admits any value, the one key that is never honest is refused at every depth. */
export function refuseProtoKeys(value: unknown, issues: Issues, step?: Step): void {
  if (typeof value === "object" && value !== null) search(value, issues, step === undefined ? [] : [step]);
}

function search(value: object, issues: Issues, path: readonly Step[]): void {
  const steps: [Step, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  for (const [step, member] of steps) {
    if (step === "__proto__") issues.forbidden([...path, step]);
    else if (isObject(member) || Array.isArray(member)) search(member, issues, [...path, step]);
  }
}

function charactersOf(text: string): number {
  let count = 0;
  for (let i = 0; i < text.length; i++) {
    count += 1;
    const isPair = isLead(text.charCodeAt(i)) && i + 1 < text.length && isTrail(text.charCodeAt(i + 1));
    if (isPair) i += 1;
  }
  return count;
}

function isLead(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isTrail(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
