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
