/**
 * What a decoder finds wrong, collected while it goes on. A value without faults costs one object: a path is only
 * written down on the way out of a place that had an issue.
 */
import type { JsonSchema } from "../../tool/schema/json-schema.ts";
import { describeReceived, formatPath } from "../../tool/schema/validation-issue.ts";
import type { DecodeConstraint, DecodeIssue, Limits, Step } from "./decode-issue.ts";
import { describeField } from "./describe-field.ts";

/** Its path grows, and the rest is added, in place: nobody else has it before the end. */
type Found = Omit<DecodeIssue, "path" | "description"> & { path: Step[]; field: string; description?: string };

export class Issues {
  /** How many there are; a decoder compares it with what it was before. */
  count = 0;
  #found: Found[] | undefined;

  /** Returns nothing, as the value that could not be decoded. */
  type(value: unknown, expected: string, step?: Step): undefined {
    this.#add("invalid_field_type", value, expected, step);
  }

  missing(step: Step, expected?: string): void {
    const told = expected === undefined ? {} : { expected };
    const message = `required, but missing${expected === undefined ? "" : ` (expected ${expected})`}`;
    this.#push({ field: "", path: [step], constraint: "missing_field", message, received: "nothing", ...told });
  }

  /** Every key that is not among the allowed ones. */
  unknown(input: object, allowed: readonly string[]): void {
    for (const key in input) if (!allowed.includes(key)) this.unknownKey(key, allowed);
  }

  unknownKey(key: string, allowed: readonly string[]): void {
    const hint = allowed.length === 0 ? "" : `; allowed keys: ${allowed.join(", ")}`;
    const message = `unknown key${hint}`;
    this.#push({ field: "", path: [key], constraint: "unknown_field", message, received: key, allowed });
  }

  /** A key that no object may have, because a careless copy of it changes the copy's prototype. */
  forbidden(path: readonly Step[]): void {
    const message = 'the key "__proto__" is not accepted; rename it';
    this.#push({ field: "", path: [...path], constraint: "unknown_field", message, received: "__proto__" });
  }

  enumValue(value: unknown, allowed: readonly unknown[], step?: Step): void {
    const listed = allowed.map((each) => JSON.stringify(each)).join(", ");
    const expected = allowed.length === 1 ? listed : `one of ${listed}`;
    this.#add("invalid_enum_value", value, expected, step, { allowed });
  }

  format(value: unknown, format: string, step?: Step): void {
    this.#add("invalid_format", value, `a valid ${format}`, step, { format });
  }

  pattern(value: unknown, { source }: RegExp, step?: Step): void {
    this.#add("invalid_pattern", value, `text matching ${source}`, step, { pattern: source });
  }

  range(value: unknown, limits: Limits, step?: Step): void {
    this.#add("invalid_range", value, wordsOf(limits), step, limits);
  }

  length(value: unknown, limits: Limits, step?: Step): void {
    this.#add("invalid_length", value, wordsOf(limits), step, limits);
  }

  /** Items that have to differ, and do not. */
  duplicates(value: unknown, step?: Step): void {
    this.#add("invalid_length", value, "items that are all different", step);
  }

  /** What was found since `mark` stands below `step`. */
  under(step: Step | undefined, mark: number): void {
    if (this.count === mark || step === undefined) return;
    for (const issue of this.#found?.slice(mark) ?? []) issue.path.unshift(step);
  }

  /** Takes over what another attempt at the same value found. */
  adopt(other: Issues, step?: Step): void {
    const mark = this.count;
    for (const issue of other.#found ?? []) this.#push(issue);
    this.under(step, mark);
  }

  /** True when the value was not even of a type that this attempt is about. */
  get isOfOtherType(): boolean {
    const first = this.#found?.[0];
    return this.count === 1 && first?.constraint === "invalid_field_type" && first.path.length === 0;
  }

  /** With what the schema says of each field. */
  describedBy(schema: JsonSchema): DecodeIssue[] {
    const found = this.#found ?? [];
    for (const issue of found) {
      if (issue.path.length > 0) issue.field = formatPath(issue.path);
      const description = describeField(schema, issue.path);
      if (description !== undefined) issue.description = description;
    }
    return found;
  }

  #add(
    constraint: DecodeConstraint,
    value: unknown,
    expected: string,
    step: Step | undefined,
    details: Partial<Found> = {},
  ): void {
    const received = describeReceived(value);
    const path = step === undefined ? [] : [step];
    const message = `expected ${expected}, received ${received}`;
    this.#push({ field: "", path, constraint, message, expected, received, ...details });
  }

  #push(issue: Found): void {
    this.#found ??= [];
    this.#found.push(issue);
    this.count += 1;
  }
}

const LIMIT_WORDS: Readonly<Record<keyof Limits, (limit: number) => string>> = {
  minLength: (n) => `at least ${n} characters`,
  maxLength: (n) => `at most ${n} characters`,
  minItems: (n) => `at least ${n} items`,
  maxItems: (n) => `at most ${n} items`,
  minProperties: (n) => `at least ${n} keys`,
  maxProperties: (n) => `at most ${n} keys`,
  minimum: (n) => `at least ${n}`,
  maximum: (n) => `at most ${n}`,
  exclusiveMinimum: (n) => `more than ${n}`,
  exclusiveMaximum: (n) => `less than ${n}`,
  multipleOf: (n) => `a multiple of ${n}`,
};

function wordsOf(limits: Limits): string {
  return Object.entries(limits)
    .map(([keyword, limit]) => LIMIT_WORDS[keyword as keyof Limits](limit))
    .join(" and ");
}
