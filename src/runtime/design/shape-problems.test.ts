import { expect, test } from "vitest";
import type { JsonSchema } from "../../tool/schema/json-schema.ts";
import { shapeProblems } from "./shape-problems.ts";

function object(properties: Record<string, JsonSchema>, ...required: string[]): JsonSchema {
  return { type: "object", properties, required, additionalProperties: false };
}

const text: JsonSchema = { type: "string" };

test("a required field has to be there for sure: required, or with a default on either side", () => {
  const wanted = object({ a: text }, "a");
  expect(shapeProblems(object({ a: text }, "a"), wanted)).toEqual([]);
  expect(shapeProblems(object({ a: text }), wanted)).toEqual(['"a" is required, and may not be there']);
  expect(shapeProblems(object({}), wanted)).toEqual(['"a" is required, and may not be there']);
  expect(shapeProblems(object({ a: { ...text, default: "" } }), wanted)).toEqual([]);
  expect(shapeProblems(object({}), object({ a: { ...text, default: "" } }, "a"))).toEqual([]);
  expect(shapeProblems(object({ b: text }, "b"), object({ a: text }))).toEqual([]);
});

test("values of another kind cannot be handed over; an integer is a number", () => {
  expect(shapeProblems(object({ a: text }), object({ a: { type: "boolean" } }))).toEqual([
    '"a" is string here and boolean there',
  ]);
  expect(shapeProblems({ type: "integer" }, { type: "number" })).toEqual([]);
  expect(shapeProblems({ type: "number" }, { type: "integer" })).toEqual([
    "the whole is number here and integer there",
  ]);
  expect(shapeProblems({ type: "number" }, {})).toEqual([]);
});

test("fields are looked at all the way down, also in types that contain themselves", () => {
  const tree = (leaf: JsonSchema): JsonSchema => {
    const node = object({ leaf, children: { type: "array", items: { $ref: "#/$defs/Tree" } } });
    return { ...node, $defs: { Tree: node } };
  };
  expect(shapeProblems(tree(text), tree(text))).toEqual([]);
  expect(shapeProblems(tree(text), tree({ type: "integer" }))).toContain('"leaf" is string here and integer there');
});
