import { expect, test } from "vitest";
import type { JsonSchema } from "../../tool/schema/json-schema.ts";
import { selfContainedSchema } from "./self-contained-schema.ts";

const types: Record<string, JsonSchema> = {
  Node: {
    type: "object",
    properties: { label: { $ref: "#/$defs/Label" }, next: { $ref: "#/$defs/Node" } },
    additionalProperties: false,
  },
  Label: { type: "string", maxLength: 10 },
  Unrelated: { type: "boolean" },
};

test("a schema takes along the types it reaches, and only those", () => {
  expect(selfContainedSchema({ type: "array", items: { $ref: "#/$defs/Node" } }, types)).toEqual({
    type: "array",
    items: { $ref: "#/$defs/Node" },
    $defs: { Node: types.Node, Label: types.Label },
  });
  expect(selfContainedSchema({ type: "string" }, types)).toEqual({ type: "string" });
});

test("a root that refers to a type becomes the type, also when the type contains itself", () => {
  const schema = selfContainedSchema({ $ref: "#/$defs/Node", description: "the head" }, types);
  expect(schema).toEqual({ ...types.Node, description: "the head", $defs: { Node: types.Node, Label: types.Label } });
});

test("a type that only refers to another is that other", () => {
  const aliases = { ...types, Name: { $ref: "#/$defs/Label" } };
  expect(selfContainedSchema({ $ref: "#/$defs/Name" }, aliases)).toEqual(types.Label);
});
