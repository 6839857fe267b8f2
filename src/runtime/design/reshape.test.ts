import { expect, test } from "vitest";
import type { JsonSchema } from "../../tool/schema/json-schema.ts";
import { reshape } from "./reshape.ts";

const device: JsonSchema = {
  type: "object",
  properties: { device_id: { type: "string" }, level: { type: "integer", default: 3 } },
  required: ["device_id"],
  additionalProperties: false,
};

test("what the type does not have is left out, what the value does not have gets the default", () => {
  expect(reshape({ device_id: "a", secret: 1 }, device)).toEqual({ device_id: "a", level: 3 });
  expect(reshape({ device_id: "a", level: 1 }, device)).toEqual({ device_id: "a", level: 1 });
});

test("lists, maps and types that contain themselves are shaped all the way down", () => {
  const tree: JsonSchema = {
    type: "object",
    properties: {
      name: { type: "string" },
      children: { type: "array", items: { $ref: "#/$defs/Tree" } },
      byName: { type: "object", additionalProperties: { $ref: "#/$defs/Tree" } },
    },
    additionalProperties: false,
  };
  const schema = { ...tree, $defs: { Tree: tree } };
  const extra = { name: "leaf", extra: true };
  expect(reshape({ name: "root", children: [extra], byName: { a: extra } }, schema)).toEqual({
    name: "root",
    children: [{ name: "leaf" }],
    byName: { a: { name: "leaf" } },
  });
});

test("a value whose type says nothing of its fields is handed on as it is", () => {
  const anything = { a: [1, { b: null }] };
  expect(reshape(anything, {})).toEqual(anything);
  expect(reshape("text", { type: "string" })).toBe("text");
  expect(reshape(null, device)).toBe(null);
});

test("a default is never shared between two values", () => {
  const schema: JsonSchema = { type: "object", properties: { tags: { type: "array", default: [] } } };
  const [first, second] = [reshape({}, schema), reshape({}, schema)] as { tags: string[] }[];
  first?.tags.push("mine");
  expect(second).toEqual({ tags: [] });
});
