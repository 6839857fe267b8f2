import Ajv2020Module from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type JsonSchema, type JsonSchemaNode, resolveRef } from "./json-schema.ts";
import { mergeSchemas } from "./merge-schemas.ts";
import { mayMatch, surelyMatches } from "./structural-match.ts";

const Ajv2020 = Ajv2020Module as unknown as typeof Ajv2020Module.default;
const ajv = new Ajv2020({ strict: false, addUsedSchema: false, validateSchema: false });

/** Undefined where the judge itself breaks: it miscompiles some of the odder schemas below. */
function validatorOf(schema: JsonSchema): (value: unknown) => boolean | undefined {
  const validate = ajv.compile(schema);
  ajv.removeSchema(schema);
  return (value) => {
    try {
      return validate(value);
    } catch {
      return undefined;
    }
  };
}

const $defs: Record<string, JsonSchemaNode> = {
  small: { type: "integer", maximum: 2 },
  list: { type: "object", properties: { a: { $ref: "#/$defs/list" }, b: { $ref: "#/$defs/small" } } },
  never: false,
};

const few = fc.integer({ min: 0, max: 2 });
const optional = { requiredKeys: [] as never[] };
const names = fc.subarray(["a", "b", "c"]);
const { schema: schemas } = fc.letrec<{ schema: JsonSchema }>((tie) => {
  const node: fc.Arbitrary<JsonSchemaNode> = fc.oneof({ weight: 5, arbitrary: tie("schema") }, fc.boolean());
  const nodes = fc.array(node, { minLength: 1, maxLength: 2 });
  const constraints = {
    type: fc.constantFrom(
      "string",
      "number",
      "integer",
      "object",
      "array",
      "null",
      ["object", "null"],
      ["array", "string"],
    ),
    const: fc.constantFrom(0, "a", null, { a: 1 }),
    enum: fc.constantFrom([0, 1, "a"], [{ a: 1 }, [0]]),
    minimum: few,
    maximum: few,
    exclusiveMinimum: few,
    multipleOf: fc.constantFrom(1, 2),
    minLength: few,
    maxLength: few,
    pattern: fc.constantFrom("^a", "b", "(?=a)"),
    minItems: few,
    maxItems: few,
    uniqueItems: fc.boolean(),
    required: names,
    minProperties: few,
    maxProperties: few,
    dependentRequired: fc.constant({ a: ["b"] }),
    $ref: fc.constantFrom("#/$defs/small", "#/$defs/list", "#/$defs/never"),
  };
  const applicators = {
    properties: fc.record({ a: node, b: node }, { requiredKeys: [], noNullPrototype: true }),
    additionalProperties: node,
    patternProperties: fc.record({ "^b": node }, { requiredKeys: [], noNullPrototype: true }),
    propertyNames: fc.constantFrom<JsonSchema>({ maxLength: 1 }, { enum: ["a", "b"] }),
    items: node,
    prefixItems: nodes,
    anyOf: nodes,
    oneOf: nodes,
    allOf: nodes,
    not: node,
    if: node,
  };
  const some = (all: Record<string, fc.Arbitrary<unknown>>, most: number): fc.Arbitrary<JsonSchema> =>
    fc.subarray(Object.keys(all), { maxLength: most }).chain(
      (keys) =>
        fc.record(Object.fromEntries(keys.map((key) => [key, all[key]!])), {
          noNullPrototype: true,
        }) as fc.Arbitrary<JsonSchema>,
    );
  return {
    schema: fc.oneof(
      { maxDepth: 2 },
      some(constraints, 3),
      fc.tuple(some(constraints, 2), some(applicators, 2)).map(([one, other]) => ({ ...one, ...other })),
    ),
  };
});

const { value: values } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(0, 1, 2, 3, 1.5, "", "a", "b", "ab", null, true),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.record({ a: tie("value"), b: tie("value"), c: tie("value") }, { ...optional, noNullPrototype: true }),
  ),
}));

test("whatever a validator accepts may match, and whatever surely matches a validator accepts", () => {
  let surely = 0;
  fc.assert(
    fc.property(schemas, fc.array(values, { minLength: 8, maxLength: 8 }), (node, candidates) => {
      const schema: JsonSchema = { ...node, $defs };
      const validate = validatorOf(schema);
      const options = { resolve: (ref: string) => resolveRef(schema, ref) };
      for (const value of candidates) {
        const isValid = validate(value);
        if (isValid === undefined) continue;
        if (isValid) expect(mayMatch(value, schema, options)).toBe(true);
        if (!surelyMatches(value, schema, options)) continue;
        expect(isValid).toBe(true);
        surely++;
      }
    }),
    { numRuns: 3000 },
  );
  expect(surely).toBeGreaterThan(1000);
});

test("a merged schema accepts exactly what both of its parts accept", () => {
  let merges = 0;
  fc.assert(
    fc.property(schemas, schemas, fc.array(values, { minLength: 8, maxLength: 8 }), (left, right, candidates) => {
      const merged = mergeSchemas(left, right);
      if (merged === undefined) return;
      merges++;
      const both = validatorOf({ allOf: [left, right], $defs });
      const one = validatorOf({ allOf: [merged], $defs });
      for (const value of candidates) {
        const [asOne, asBoth] = [one(value), both(value)];
        if (asOne !== undefined && asBoth !== undefined) expect(asOne).toBe(asBoth);
      }
    }),
    { numRuns: 3000 },
  );
  expect(merges).toBeGreaterThan(1000);
});

test("properties nobody declared are overlooked or refused on request", () => {
  const resolve = () => undefined;
  const closed: JsonSchema = { type: "object", properties: { a: {} }, additionalProperties: false };
  const unsaid: JsonSchema = { type: "object", properties: { a: {} } };
  const value = { a: 1, b: 2 };
  expect(mayMatch(value, closed, { resolve })).toBe(false);
  expect(mayMatch(value, closed, { resolve, undeclared: "overlook" })).toBe(true);
  expect(mayMatch(value, unsaid, { resolve })).toBe(true);
  expect(mayMatch(value, unsaid, { resolve, undeclared: "refuse" })).toBe(false);
  expect(mayMatch(value, { type: "object" }, { resolve, undeclared: "refuse" })).toBe(true);
});

test("a keyword nothing here evaluates leaves a value possible and never certain", () => {
  const resolve = () => undefined;
  for (const schema of [{ contains: {} }, { if: {} }, { unevaluatedItems: true }, { $ref: "#/nowhere" }]) {
    expect(mayMatch([1], schema, { resolve })).toBe(true);
    expect(surelyMatches([1], schema, { resolve })).toBe(false);
  }
});

test("a format counts for certainty unless it is trusted", () => {
  const resolve = () => undefined;
  const date: JsonSchema = { type: "string", format: "date" };
  expect(surelyMatches("2025-01-31", date, { resolve })).toBe(true);
  expect(surelyMatches("2025-02-30", date, { resolve })).toBe(false);
  expect(surelyMatches("soon", date, { resolve, trustFormats: true })).toBe(true);
  expect(mayMatch("soon", date, { resolve })).toBe(true);
});

test("nested unions of a recursive type are decided once per value, not once per combination", () => {
  const branch = (leaf: JsonSchema): JsonSchema => ({
    type: "object",
    properties: { next: { $ref: "#/$defs/union" }, leaf },
  });
  const union: JsonSchema = { anyOf: [branch({ type: "string" }), branch({ type: "number" })] };
  const value = JSON.parse(`${'{"next":'.repeat(80)}{"leaf":true}${"}".repeat(80)}`);
  const options = { resolve: () => union };
  expect(mayMatch(value, { $ref: "#/$defs/union" }, options)).toBe(false);
  expect(surelyMatches(value, { $ref: "#/$defs/union" }, options)).toBe(false);
});
