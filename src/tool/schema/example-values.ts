/** Candidate values for examples, most natural first. Whoever asks checks them against the schema and takes the first that fits. */
import { exampleOfFormat } from "./formats.ts";
import type { JsonSchema } from "./json-schema.ts";

/** Words, digits, codes. */
const TEXTS = [
  "example",
  "Example",
  "EXAMPLE",
  "a",
  "A",
  "1",
  "123",
  "1234",
  "a1",
  "A1",
  "abc-123",
  "ABC-123",
  "1.0.0",
];
/** What else is worth trying against a pattern. */
const RARER_TEXTS = ["12345", "123456", "AB", "ABC", "/path", "#aabbcc", "2025-01-31", "user@example.com"];

const LONGEST = 1000;

export function exampleTexts(schema: JsonSchema): string[] {
  const { format, pattern, minLength = 0, maxLength = LONGEST } = schema;
  // An unknown format constrains nothing that could be checked, so it is read as plain text.
  const known = format === undefined ? undefined : exampleOfFormat(format);
  const texts = known !== undefined ? [known] : pattern === undefined ? TEXTS : [...TEXTS, ...RARER_TEXTS];
  if (minLength > LONGEST) return [];
  const fitted = known === undefined ? texts.map((text) => text.padEnd(minLength, "a").slice(0, maxLength)) : [];
  return [...texts, ...fitted];
}

export function exampleNumbers(schema: JsonSchema): number[] {
  const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below, multipleOf } = schema;
  const least = typeof above === "number" ? Math.max(above, minimum ?? above) : minimum;
  const most = typeof below === "number" ? Math.min(below, maximum ?? below) : maximum;
  const near = [1, 0];
  if (least !== undefined) near.push(least, Math.ceil(least), Math.floor(least) + 1);
  if (most !== undefined) near.push(most, Math.floor(most), Math.ceil(most) - 1);
  if (least !== undefined && most !== undefined) near.push(least + (most - least) / 2);
  if (typeof multipleOf !== "number") return near;
  const multiples = near.flatMap((value) => [Math.ceil(value / multipleOf), Math.floor(value / multipleOf) + 1]);
  return [...near, ...multiples.map((times) => times * multipleOf)];
}
