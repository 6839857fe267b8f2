import Ajv07Module from "ajv";
import Ajv2020Module from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { convertDraft } from "./convert-draft.ts";
import type { JsonSchema } from "./json-schema.ts";

const Ajv07 = Ajv07Module as unknown as typeof Ajv07Module.default;
const Ajv2020 = Ajv2020Module as unknown as typeof Ajv2020Module.default;

const draft07: JsonSchema = {
  type: "object",
  properties: {
    pair: { type: "array", items: [{ type: "string" }, { $ref: "#/definitions/size" }], additionalItems: false },
    open: { type: "array", items: [{ type: "string" }] },
    list: { type: "array", items: { $ref: "#/properties/pair/items/1" } },
    // A property may be called like a keyword; its name is not one.
    definitions: { type: "string" },
    echo: { $ref: "#/properties/definitions" },
  },
  definitions: { size: { type: "integer" }, "a/b": { $ref: "#/definitions/size" } },
  dependencies: { pair: ["list"], open: { required: ["list"] } },
};

const draft2020: JsonSchema = {
  type: "object",
  properties: {
    pair: { type: "array", prefixItems: [{ type: "string" }, { $ref: "#/$defs/size" }], items: false },
    open: { type: "array", prefixItems: [{ type: "string" }] },
    list: { type: "array", items: { $ref: "#/properties/pair/prefixItems/1" } },
    definitions: { type: "string" },
    echo: { $ref: "#/properties/definitions" },
  },
  $defs: { size: { type: "integer" }, "a/b": { $ref: "#/$defs/size" } },
  dependentRequired: { pair: ["list"] },
  dependentSchemas: { open: { required: ["list"] } },
};

test("tuples, definitions, references and dependencies are respelled in both directions", () => {
  expect(convertDraft(draft07, "draft-2020-12")).toEqual(draft2020);
  expect(convertDraft(draft2020, "draft-07")).toEqual(draft07);
});

test("a schema that already speaks the target draft is returned itself", () => {
  expect(convertDraft(draft07, "draft-07")).toBe(draft07);
  expect(convertDraft(draft2020, "draft-2020-12")).toBe(draft2020);
});

test("a part that needs no change is shared with the original", () => {
  const untouched: JsonSchema = { type: "object", properties: { a: { type: "string" } } };
  const converted = convertDraft({ properties: { untouched }, definitions: {} }, "draft-2020-12");
  expect(converted.properties?.untouched).toBe(untouched);
});

test("$schema is removed, wherever it stands", () => {
  const schema: JsonSchema = {
    $schema: "http://json-schema.org/draft-07/schema#",
    properties: { a: { $schema: "http://json-schema.org/draft-07/schema#", type: "string" } },
  };
  expect(convertDraft(schema, "draft-07")).toEqual({ properties: { a: { type: "string" } } });
});

test("data that looks like a schema is left alone", () => {
  const schema: JsonSchema = {
    const: { items: [1], definitions: {} },
    enum: [{ $ref: "#/definitions/x" }],
    default: { dependencies: { a: ["b"] } },
    examples: [{ $schema: "x" }],
  };
  expect(convertDraft(schema, "draft-2020-12")).toBe(schema);
});

test("both kinds of dependency on one property become one condition in draft-07", () => {
  const schema: JsonSchema = { dependentRequired: { a: ["b"] }, dependentSchemas: { a: { required: ["c"] } } };
  expect(convertDraft(schema, "draft-07")).toEqual({
    dependencies: { a: { allOf: [{ required: ["b"] }, { required: ["c"] }] } },
  });
});

test("a node with both $defs and definitions keeps both, and references into either still lead there", () => {
  const schema: JsonSchema = {
    $defs: { x: { type: "string" } },
    definitions: { x: { type: "number" } },
    properties: { a: { $ref: "#/$defs/x" }, b: { $ref: "#/definitions/x" } },
  };
  expect(convertDraft(schema, "draft-07")).toBe(schema);
  expect(convertDraft(schema, "draft-2020-12")).toBe(schema);
});

test("a reference with a stray percent sign does not break the conversion", () => {
  const schema: JsonSchema = { properties: { a: { $ref: "#/definitions/100%" } }, definitions: { "100%": {} } };
  expect(convertDraft(schema, "draft-2020-12").properties?.a).toEqual({ $ref: "#/$defs/100%" });
});

test("a converted schema accepts exactly the values of the original", () => {
  const leaf = fc.constantFrom<JsonSchema>({ type: "string" }, { type: "integer" }, { $ref: "#/definitions/leaf" });
  const tuple = fc
    .record({ items: fc.array(leaf, { maxLength: 3, minLength: 1 }), additionalItems: fc.oneof(leaf, fc.boolean()) })
    .map((schema): JsonSchema => ({ type: "array", ...schema }));
  const part = fc.oneof(leaf, tuple);
  const schemas = fc.record({ a: part, b: part, needs: fc.constantFrom<unknown>(["b"], { required: ["b"] }) }).map(
    ({ a, b, needs }): JsonSchema => ({
      type: "object",
      properties: { a, b },
      dependencies: { a: needs },
      definitions: { leaf: { type: "boolean" } },
    }),
  );
  const scalar = fc.oneof(fc.string({ maxLength: 3 }), fc.integer(), fc.boolean());
  const values = fc.record(
    { a: fc.oneof(scalar, fc.array(scalar, { maxLength: 4 })), b: scalar },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(schemas, fc.array(values, { minLength: 1, maxLength: 5 }), (schema, candidates) => {
      const converted = convertDraft(schema, "draft-2020-12");
      const old = new Ajv07({ strict: false }).compile(schema);
      const current = new Ajv2020({ strict: false }).compile(converted);
      for (const value of candidates) expect(current(value)).toBe(old(value));
      expect(convertDraft(converted, "draft-07")).toEqual(schema);
    }),
    { numRuns: 100 },
  );
});
