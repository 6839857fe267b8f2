/**
 * What a decoder finds wrong, collected while it goes on. A value without faults costs one object: a path is only
 * written down on the way out of a place that had an issue.
 */
import type { JsonSchema } from "../../tool/schema/json-schema.ts";
import { describeReceived, formatPath } from "../../tool/schema/validation-issue.ts";
import type { DecodeConstraint, DecodeIssue, Limits, Step } from "./decode-issue.ts";
import { describeField } from "./describe-field.ts";

/** Its path grows, and the rest is added, in place: nobody else has it before the end. */
type Found = { -readonly [Key in keyof DecodeIssue]: DecodeIssue[Key] };

export class Issues {
  /** How many there are; a decoder compares it with what it was before. */
  count = 0;
  #found: Found[] | undefined;

  /** Returns nothing, as the value that could not be decoded. */
  type(value: unknown, expected: string, step?: Step): undefined {
    this.#add("invalid_field_type", value, expected, step);
  }

  missing(step: Step, expected?: string): void {
    const message = expected === undefined ? "required, but missing" : `required, but missing (expected ${expected})`;
    const issue: Found = { field: "", path: [step], constraint: "missing_field", message, received: "nothing" };
    if (expected !== undefined) issue.expected = expected;
    this.#push(issue);
  }

  /** Every key that is not among the allowed ones. */
  unknown(input: object, allowed: readonly string[]): void {
    for (const key in input) if (!allowed.includes(key)) this.unknownKey(key, allowed);
  }

  unknownKey(key: string, allowed: readonly string[]): void {
    const message = unknownKeyMessage(allowed);
    this.#push({ field: "", path: [key], constraint: "unknown_field", message, received: key, allowed });
  }

  /** A key that no object may have, because a careless copy of it changes the copy's prototype. */
  forbidden(path: readonly Step[]): void {
    const message = 'the key "__proto__" is not accepted; rename it';
    this.#push({ field: "", path: [...path], constraint: "unknown_field", message, received: "__proto__" });
  }

  enumValue(value: unknown, allowed: readonly unknown[], step?: Step): void {
    this.#add("invalid_enum_value", value, allowedValues(allowed), step).allowed = allowed;
  }

  format(value: unknown, format: string, step?: Step): void {
    this.#add("invalid_format", value, `a valid ${format}`, step).format = format;
  }

  pattern(value: unknown, { source }: RegExp, step?: Step): void {
    this.#add("invalid_pattern", value, `text matching ${source}`, step).pattern = source;
  }

  range(value: unknown, limits: Limits, step?: Step): void {
    Object.assign(this.#add("invalid_range", value, wordsOf(limits), step), limits);
  }

  length(value: unknown, limits: Limits, step?: Step): void {
    Object.assign(this.#add("invalid_length", value, wordsOf(limits), step), limits);
  }

  /** Items that have to differ, and do not. */
  duplicates(value: unknown, step?: Step): void {
    this.#add("invalid_length", value, "items that are all different", step);
  }

  /** What was found since `mark` stands below `step`. */
  under(step: Step | undefined, mark: number): void {
    if (this.count === mark || step === undefined) return;
    const found = this.#found ?? [];
    for (let i = mark; i < found.length; i++) {
      const issue = found[i];
      if (issue !== undefined) issue.path = [step, ...issue.path];
    }
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
      issue.field = fieldOf(issue.path);
      // Of a key that it does not know, a schema says nothing.
      const description = issue.constraint === "unknown_field" ? undefined : describeField(schema, issue.path);
      if (description !== undefined) issue.description = description;
    }
    return found;
  }

  #add(constraint: DecodeConstraint, value: unknown, expected: string, step: Step | undefined): Found {
    const received = describeReceived(value);
    const path = step === undefined ? [] : [step];
    const message = `expected ${expected}, received ${received}`;
    return this.#push({ field: "", path, constraint, message, expected, received });
  }

  #push(issue: Found): Found {
    // Most refused values have one issue; a list that begins with it makes no room for others.
    if (this.#found === undefined) this.#found = [issue];
    else this.#found.push(issue);
    this.count += 1;
    return issue;
  }
}

const unknownKeyMessage = perList((allowed: readonly string[]) =>
  allowed.length === 0 ? "unknown key" : `unknown key; allowed keys: ${allowed.join(", ")}`,
);

const allowedValues = perList((allowed: readonly unknown[]) => {
  const listed = allowed.map((each) => JSON.stringify(each)).join(", ");
  return allowed.length === 1 ? listed : `one of ${listed}`;
});

/** Lists are constants of generated modules, so what is said of one is made once. */
function perList<List extends readonly unknown[]>(say: (list: List) => string): (list: List) => string {
  const said = new WeakMap<List, string>();
  return (list) => {
    let text = said.get(list);
    if (text === undefined) {
      text = say(list);
      said.set(list, text);
    }
    return text;
  };
}

const PLAIN_NAME = /^[\w$-]+$/;

function fieldOf(path: readonly Step[]): string {
  const first = path[0];
  if (first === undefined) return "";
  // Most issues are about a field of the value itself.
  return path.length === 1 && typeof first === "string" && PLAIN_NAME.test(first) ? first : formatPath(path);
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
  let words = "";
  for (const keyword in limits) {
    const limit = limits[keyword as keyof Limits] ?? 0;
    words += `${words === "" ? "" : " and "}${LIMIT_WORDS[keyword as keyof Limits](limit)}`;
  }
  return words;
}
