/** Alternatives that nothing but trying tells apart. */
import type { Step } from "./decode-issue.ts";
import { Issues } from "./issues.ts";

/** What every generated decoder is: the decoded value, or something found wrong. */
export type Decoder = (input: unknown, issues: Issues, step?: Step) => unknown;

/** The value as the first alternative that takes it decodes it. */
export function firstOf(input: unknown, issues: Issues, step: Step | undefined, decoders: readonly Decoder[]): unknown {
  const attempts: Issues[] = [];
  for (const decode of decoders) {
    const attempt = new Issues();
    const value = decode(input, attempt);
    if (attempt.count === 0) return value;
    attempts.push(attempt);
  }
  return reportClosest(input, issues, step, attempts);
}

/** The value as the only alternative that takes it decodes it. */
export function onlyOneOf(
  input: unknown,
  issues: Issues,
  step: Step | undefined,
  decoders: readonly Decoder[],
): unknown {
  const attempts: Issues[] = [];
  const values: unknown[] = [];
  for (const decode of decoders) {
    const attempt = new Issues();
    const value = decode(input, attempt);
    if (attempt.count === 0) values.push(value);
    attempts.push(attempt);
  }
  if (values.length === 0) return reportClosest(input, issues, step, attempts);
  if (values.length > 1) return issues.type(input, "a value of exactly one of the alternatives", step);
  return values[0];
}

/** Whether the decoder takes the value. */
export function accepts(input: unknown, decode: Decoder): boolean {
  const attempt = new Issues();
  decode(input, attempt);
  return attempt.count === 0;
}

/** The issues of the alternative that was meant: of the right type, and with the least to mend. */
function reportClosest(input: unknown, issues: Issues, step: Step | undefined, attempts: readonly Issues[]): undefined {
  const meant = attempts.filter((attempt) => !attempt.isOfOtherType);
  const [closest] = meant.toSorted((left, right) => left.count - right.count);
  if (closest === undefined) return issues.type(input, "a value of one of the alternatives", step);
  issues.adopt(closest, step);
}
