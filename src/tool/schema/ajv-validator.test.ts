import { expect, test } from "vitest";
import { createAjvValidator } from "./ajv-validator.ts";
import type { JsonSchema } from "./json-schema.ts";

async function issuesOf(schema: JsonSchema, value: unknown): Promise<string[] | undefined> {
  const validated = await (await createAjvValidator(schema, false))(value);
  return validated.issues?.map(({ path, message }) => `${path.join(".")}: ${message}`);
}

test("a field may be named as something that every object inherits", async () => {
  const schema: JsonSchema = {
    type: "object",
    properties: { constructor: { type: "string" as const }, toString: { type: "integer" as const } },
    required: ["toString"],
    additionalProperties: false,
  };
  expect(await issuesOf(schema, { toString: 1 })).toBeUndefined();
  expect(await issuesOf(schema, {})).toEqual(["toString: required, but missing (expected integer)"]);
  expect(await issuesOf(schema, { toString: 1, constructor: 1 })).toEqual(["constructor: expected string, received 1"]);
});

test("a missing field is told with its type, where the schema says one", async () => {
  const schema: JsonSchema = {
    type: "object",
    properties: { tree: { $ref: "#/$defs/Tree" }, mode: { enum: ["a", "b"] }, extra: {} },
    required: ["tree", "mode", "extra"],
    $defs: { Tree: { type: "object" } },
  };
  expect(await issuesOf(schema, {})).toEqual([
    "tree: required, but missing (expected object)",
    "mode: required, but missing (expected one of the allowed values)",
    "extra: required, but missing",
  ]);
});

async function filled(schema: JsonSchema, value: unknown): Promise<unknown> {
  const validated = await (await createAjvValidator(schema, false))(value);
  return validated.issues ?? validated.value;
}

test("a default is filled in for a field that is named as something that every object inherits", async () => {
  const item: JsonSchema = { type: "object", properties: { constructor: { type: "string" as const, default: "x" } } };
  const schema: JsonSchema = { type: "object", properties: { items: { type: "array", items: item } } };
  const sent: { items: object[] } = { items: [{}, { constructor: "y" }] };
  expect(await filled(schema, sent)).toEqual({ items: [{ constructor: "x" }, { constructor: "y" }] });
  expect(Object.hasOwn(sent.items[0] ?? {}, "constructor")).toBe(false);
});

test("a default is filled in for the alternative that a value is", async () => {
  const search: JsonSchema = {
    type: "object",
    properties: { kind: { const: "search" }, limit: { type: "integer", default: 5 } },
    required: ["kind", "limit"],
  };
  const list: JsonSchema = { type: "object", properties: { kind: { const: "list" } }, required: ["kind"] };
  const schema: JsonSchema = { $defs: { search }, oneOf: [{ $ref: "#/$defs/search" }, list] };
  expect(await filled(schema, { kind: "search" })).toEqual({ kind: "search", limit: 5 });
  expect(await filled(schema, { kind: "list" })).toEqual({ kind: "list" });
  expect(await filled(schema, { kind: "other" })).toContainEqual(expect.objectContaining({ constraint: "union" }));
});

test("defaults are filled behind patterns of field names, and no prototype is touched", async () => {
  const member: JsonSchema = { type: "object", properties: { toString: { type: "string" as const, default: "x" } } };
  const schema: JsonSchema = {
    type: "object",
    properties: JSON.parse('{ "__proto__": { "type": "object", "default": { "polluted": true } } }'),
    patternProperties: { "^a(?!b)": member },
  };
  const value = await filled(schema, { ac: {}, ab: {} });
  expect(JSON.stringify(value)).toBe('{"ac":{"toString":"x"},"ab":{}}');
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
});
