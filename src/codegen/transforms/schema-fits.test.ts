import { expect, test } from "vitest";
import type { JsonSchema } from "../../tool/schema/json-schema.ts";
import { SchemaReader } from "../codecs/schema-reader.ts";
import { schemaFits } from "./schema-fits.ts";

const object = (properties: Record<string, JsonSchema>, required: string[] = []): JsonSchema => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});
const text: JsonSchema = { type: "string" };
const reader = new SchemaReader({
  Tree: object({ label: text, next: { $ref: "#/$defs/Tree" } }),
  Twin: object({ label: { type: "string", maxLength: 3 }, next: { $ref: "#/$defs/Twin" } }),
});
const fits = (source: JsonSchema, target: JsonSchema, isWhole = true) =>
  schemaFits(source, target, reader, { isWhole });

test("the same kinds of values fit, whatever their limits; a number is no integer", () => {
  expect(fits(text, { type: "string", maxLength: 3 })).toBe(true);
  expect(fits({ type: "integer" }, { type: "number" })).toBe(true);
  expect(fits({ type: "number" }, { type: "integer" })).toBe(false);
  expect(fits(text, {})).toBe(true);
  expect(fits({}, text)).toBe(false);
  expect(fits({ type: ["string", "null"] }, text)).toBe(false);
});

test("fixed values fit where all of them are wanted", () => {
  expect(fits({ enum: ["a"] }, { enum: ["a", "b"] })).toBe(true);
  expect(fits({ enum: ["a", "c"] }, { enum: ["a", "b"] })).toBe(false);
  expect(fits(text, { enum: ["a"] })).toBe(false);
});

test("an object fits when it surely has every field that is wanted, and no other unless fields are picked", () => {
  const wanted = object({ a: text, b: text }, ["a"]);
  expect(fits(object({ a: text }, ["a"]), wanted)).toBe(true);
  expect(fits(object({ a: text }), wanted)).toBe(false);
  expect(fits(object({ a: { ...text, default: "" } }), wanted)).toBe(true);
  expect(fits(object({ a: text, c: text }, ["a"]), wanted)).toBe(false);
  expect(fits(object({ a: text, c: text }, ["a"]), wanted, false)).toBe(true);
  expect(fits(object({ b: text }), wanted, false)).toBe(false);
  // Nothing is picked from what is inside.
  expect(fits(object({ in: object({ x: text }) }), object({ in: object({}) }), false)).toBe(false);
});

test("recursive types and lists are compared to their ends", () => {
  expect(fits({ $ref: "#/$defs/Tree" }, { $ref: "#/$defs/Twin" })).toBe(true);
  expect(fits({ type: "array", items: text }, { type: "array", items: { type: "integer" } })).toBe(false);
  expect(fits({ type: "array", items: text }, { type: "array", items: text, maxItems: 2 })).toBe(true);
});
