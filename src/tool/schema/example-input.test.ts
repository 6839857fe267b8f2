import Ajv2020Module from "ajv/dist/2020.js";
import addFormatsModule from "ajv-formats";
import fc from "fast-check";
import { expect, test } from "vitest";
import { exampleOf } from "./example-input.ts";
import type { JsonSchema } from "./json-schema.ts";

const Ajv2020 = Ajv2020Module as unknown as typeof Ajv2020Module.default;
const addFormats = addFormatsModule as unknown as typeof addFormatsModule.default;

test("only required properties appear, with the smallest value that fits", () => {
  const schema: JsonSchema = {
    type: "object",
    properties: {
      query: { type: "string", minLength: 10 },
      limit: { type: "integer", minimum: 5, maximum: 50 },
      tags: { type: "array", items: { enum: ["a", "b"] }, minItems: 2 },
      since: { type: "string", format: "date-time" },
      verbose: { type: "boolean" },
    },
    required: ["query", "limit", "tags", "since"],
  };
  expect(exampleOf(schema)).toMatchInlineSnapshot(`
    {
      "limit": 5,
      "query": "exampleaaa",
      "since": "2025-01-31T09:30:00Z",
      "tags": [
        "a",
        "a",
      ],
    }
  `);
});

test("what the author wrote comes first: examples, then default, const and enum", () => {
  const of = (schema: JsonSchema) => exampleOf({ type: "string", ...schema });
  expect(of({ examples: ["e"], default: "d" })).toBe("e");
  expect(of({ default: "d", enum: ["x", "d"] })).toBe("d");
  expect(of({ const: "c" })).toBe("c");
  expect(of({ enum: ["x", "y"] })).toBe("x");
});

test("an authored example that breaks the schema is passed over", () => {
  expect(exampleOf({ type: "string", examples: [5, "ab"], maxLength: 2 })).toBe("ab");
  expect(exampleOf({ type: "object", properties: { id: { pattern: "^x" } }, examples: [{ id: "y" }] })).toEqual({});
});

test("references are followed, and a recursive type takes its exit", () => {
  const node: JsonSchema = {
    type: "object",
    properties: { next: { anyOf: [{ $ref: "#/definitions/node" }, { type: "null" }] } },
    required: ["next"],
  };
  expect(exampleOf({ $ref: "#/definitions/node", definitions: { node } })).toEqual({ next: null });
});

test("recursion without an exit, a dangling reference and an unmeetable pattern have no example", () => {
  const endless: JsonSchema = { type: "object", properties: { self: { $ref: "#" } }, required: ["self"] };
  expect(exampleOf(endless)).toBeUndefined();
  expect(exampleOf({ $ref: "#/definitions/nowhere" })).toBeUndefined();
  expect(exampleOf({ $ref: "#/definitions/%ff" })).toBeUndefined();
  expect(exampleOf({ type: "string", pattern: "^(ab){40}c$" })).toBeUndefined();
  expect(exampleOf({ type: "integer", minimum: 3, maximum: 2 })).toBeUndefined();
  expect(exampleOf({ type: "array", minItems: 1e9 })).toBeUndefined();
});

test("a pattern that a common text satisfies is satisfied", () => {
  expect(exampleOf({ type: "string", pattern: "^\\d{4}$" })).toBe("1234");
  expect(exampleOf({ type: "string", pattern: "^[A-Z]+-\\d+$" })).toBe("ABC-123");
});

test("a pattern made to hang a backtracking engine does not", () => {
  expect(exampleOf({ type: "string", pattern: "^(a|a|a|a)*$", minLength: 900 })).toBe("a".repeat(900));
});

test("a union gives its first branch that works, and oneOf a value of exactly one", () => {
  expect(exampleOf({ anyOf: [{ type: "integer", minimum: 2, maximum: 1 }, { type: "boolean" }] })).toBe(true);
  expect(exampleOf({ oneOf: [{ type: "number" }, { type: "integer" }, { type: "null" }] })).toBeNull();
});

test("parts of an allOf are met together", () => {
  const schema: JsonSchema = {
    allOf: [
      { type: "object", properties: { a: { type: "integer" } }, required: ["a"] },
      { properties: { a: { minimum: 7 }, b: { type: "string" } }, required: ["b"] },
    ],
  };
  expect(exampleOf(schema)).toEqual({ a: 7, b: "example" });
});

test("references that double at every level end without an example instead of never", () => {
  const definitions = Object.fromEntries(
    Array.from({ length: 30 }, (_, i) => {
      const child = { $ref: `#/definitions/d${i + 1}` };
      return [`d${i}`, { type: "object", properties: { l: child, r: child }, required: ["l", "r"] }];
    }),
  );
  const schema: JsonSchema = { $ref: "#/definitions/d0", definitions: { ...definitions, d30: { type: "string" } } };
  expect(exampleOf(schema)).toBeUndefined();
});

test("an example always validates", () => {
  const bound = fc.integer({ min: -20, max: 20 });
  const size = fc.integer({ min: 0, max: 4 });
  const optional = { requiredKeys: [] as never[] };
  const formats = [
    "date-time",
    "date",
    "time",
    "duration",
    "email",
    "hostname",
    "ipv4",
    "ipv6",
    "uri",
    "uri-reference",
  ];
  formats.push("uuid", "uri-template", "json-pointer", "relative-json-pointer", "regex", "byte");
  const scalar: fc.Arbitrary<JsonSchema> = fc.oneof(
    fc
      .record(
        { minimum: bound, maximum: bound, exclusiveMinimum: bound, multipleOf: fc.constantFrom(1, 3, 7) },
        optional,
      )
      .chain((bounds) => fc.constantFrom("number", "integer").map((type) => ({ type, ...bounds }) as JsonSchema)),
    fc
      .record(
        { minLength: size, maxLength: size, pattern: fc.constantFrom("^a", "\\d$", "^[A-Z]+$", "(?=x)") },
        optional,
      )
      .map((bounds): JsonSchema => ({ type: "string", ...bounds })),
    fc.constantFrom(...formats).map((format): JsonSchema => ({ type: "string", format })),
    fc.constantFrom<JsonSchema>({}, { enum: [1, "a", null] }, { const: { deep: [1] } }, { $ref: "#/$defs/leaf" }),
    fc.jsonValue({ maxDepth: 1 }).map((value): JsonSchema => ({ type: "string", examples: [value], default: value })),
  );
  const { schema: nested } = fc.letrec<{ schema: JsonSchema }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 3, depthSize: "small" },
      scalar,
      fc
        .record({ items: tie("schema"), minItems: size, maxItems: size, uniqueItems: fc.boolean() }, optional)
        .map((array): JsonSchema => ({ type: "array", ...array })),
      fc.record({ a: tie("schema"), b: tie("schema") }).chain((properties) =>
        fc
          .record(
            {
              required: fc.subarray(["a", "b", "c"]),
              additionalProperties: fc.oneof(fc.boolean(), tie("schema")),
              minProperties: size,
              not: fc.constantFrom<JsonSchema>({ required: ["a"] }, { required: ["b"] }),
              dependentRequired: fc.constant({ a: ["b"] }),
              propertyNames: fc.constantFrom<JsonSchema>({ maxLength: 1 }, { enum: ["a", "key"] }),
              patternProperties: fc.record({ "^k": tie("schema") }),
            },
            optional,
          )
          .map((object): JsonSchema => ({ type: "object", properties, ...object })),
      ),
      fc.record({ anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }) }) as fc.Arbitrary<JsonSchema>,
      fc.record({ oneOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }) }) as fc.Arbitrary<JsonSchema>,
      fc.record({ allOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }) }) as fc.Arbitrary<JsonSchema>,
    ),
  }));
  let examples = 0;
  const ajv = addFormats(new Ajv2020({ strict: false, addUsedSchema: false }));
  fc.assert(
    fc.property(nested, (node) => {
      const schema = { ...node, $defs: { leaf: { type: "integer", maximum: -1 } } } as JsonSchema;
      const example = exampleOf(schema);
      if (example === undefined) return;
      examples++;
      const validate = ajv.compile(schema);
      ajv.removeSchema(schema);
      expect([validate(example), validate.errors]).toEqual([true, null]);
    }),
    { numRuns: 3000 },
  );
  expect(examples).toBeGreaterThan(1500);
});
