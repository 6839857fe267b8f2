import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { closeObjects } from "./close-objects.ts";
import type { JsonSchema } from "./json-schema.ts";
import { buildKeyCheck } from "./unknown-keys.ts";
import { formatPath } from "./validation-issue.ts";

const describe = (schema: z.ZodType): JsonSchema =>
  closeObjects(z.toJSONSchema(schema, { io: "input" }) as JsonSchema, "draft-2020-12");
const unknownIn = (schema: z.ZodType, value: unknown) =>
  (buildKeyCheck(describe(schema))?.(value) ?? []).map(({ path }) => formatPath(path));

/** A schema, a value that fits it, and the same value with keys added that nobody declared. */
interface Sample {
  schema: JsonSchema;
  value: unknown;
  spoiled: unknown;
  added: number;
}

const leaf: fc.Arbitrary<Sample> = fc
  .integer()
  .map((n) => ({ schema: { type: "integer" }, value: n, spoiled: n, added: 0 }));
const { sample } = fc.letrec<{ sample: Sample }>((tie) => ({
  sample: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    leaf,
    fc
      .tuple(
        fc.dictionary(fc.constantFrom("a", "b", "constructor", "x y"), tie("sample"), {
          maxKeys: 3,
          noNullPrototype: true,
        }),
        fc.uniqueArray(fc.constantFrom("zz", "toString", "__proto__", "qq"), { maxLength: 2 }),
      )
      .map(([fields, extras]) => object(fields, extras)),
    fc.array(tie("sample"), { maxLength: 3 }).map(
      (items): Sample => ({
        schema: { type: "array", prefixItems: items.map(({ schema }) => schema) },
        value: items.map(({ value }) => value),
        spoiled: items.map(({ spoiled }) => spoiled),
        added: items.reduce((sum, { added }) => sum + added, 0),
      }),
    ),
  ),
}));

function object(fields: Record<string, Sample>, extras: string[]): Sample {
  const entries = Object.entries(fields);
  const pick = (key: "value" | "spoiled") => Object.fromEntries(entries.map(([name, field]) => [name, field[key]]));
  const extra = Object.fromEntries(extras.map((name) => [name, 1]));
  return {
    schema: { type: "object", properties: Object.fromEntries(entries.map(([name, { schema }]) => [name, schema])) },
    value: pick("value"),
    // Object.fromEntries defines, so that "__proto__" is a key here as it is in parsed JSON.
    spoiled: Object.fromEntries([...Object.entries(pick("spoiled")), ...Object.entries(extra)]),
    added: entries.reduce((sum, [, { added }]) => sum + added, extras.length),
  };
}

test("exactly the keys nobody declared are found, at any depth", () => {
  fc.assert(
    fc.property(sample, ({ schema, value, spoiled, added }) => {
      const check = buildKeyCheck(schema);
      expect(check?.(value)).toBeUndefined();
      expect(check?.(spoiled)?.length ?? 0).toBe(added);
    }),
    { numRuns: 5000 },
  );
});

test("a schema without objects needs no check", () => {
  expect(buildKeyCheck({ type: "array", items: { type: "string" } })).toBeUndefined();
  expect(buildKeyCheck({ type: "object" })).toBeUndefined();
});

test("records, loose objects and catchalls take keys they do not name, and their values are still checked", () => {
  const schema = z.object({
    record: z.record(z.string(), z.object({ id: z.number() })),
    loose: z.looseObject({ a: z.string() }),
    rest: z.object({ a: z.string() }).catchall(z.number()),
  });
  const value = { record: { x: { id: 1, no: 1 } }, loose: { a: "", more: 1 }, rest: { a: "", b: 2 } };
  expect(unknownIn(schema, value)).toEqual(["record.x.no"]);
});

test("an intersection knows the keys of all its sides", () => {
  const schema = z.intersection(z.object({ a: z.string() }), z.object({ b: z.object({ c: z.string() }) }));
  expect(unknownIn(schema, { a: "", b: { c: "" } })).toEqual([]);
  expect(unknownIn(schema, { a: "", b: { c: "", d: "" }, e: 1 })).toEqual(["b.d", "e"]);
});

test("a union is held to the branch its discriminator names", () => {
  const schema = z.union([
    z.object({ kind: z.literal("a"), x: z.string() }),
    z.object({ kind: z.literal("b"), y: z.string() }),
    z.string(),
  ]);
  expect(unknownIn(schema, { kind: "b", y: "" })).toEqual([]);
  expect(unknownIn(schema, { kind: "b", y: "", x: "" })).toEqual(["x"]);
  expect(unknownIn(schema, "text")).toEqual([]);
});

test("recursive schemas are checked as deep as the value goes", () => {
  const Node = z.object({
    name: z.string(),
    get children() {
      return z.array(Node).optional();
    },
  });
  const value = { name: "", children: [{ name: "", children: [{ name: "", nmae: "" }] }] };
  expect(unknownIn(Node, value)).toEqual(["children[0].children[0].nmae"]);
});

test("closing leaves compositions whole: as a unit in 2020-12, open in draft-07", () => {
  const schema: JsonSchema = {
    allOf: [{ $ref: "#/$defs/base" }, { type: "object", properties: { b: { type: "object", properties: {} } } }],
    $defs: { base: { type: "object", properties: { a: { type: "string" } } } },
  };
  expect(closeObjects(schema, "draft-2020-12")).toEqual({
    unevaluatedProperties: false,
    allOf: [
      { $ref: "#/$defs/base" },
      { type: "object", properties: { b: { type: "object", properties: {}, additionalProperties: false } } },
    ],
    $defs: { base: { type: "object", properties: { a: { type: "string" } } } },
  });
  expect(closeObjects(schema, "draft-07")).not.toHaveProperty("unevaluatedProperties");
});

test("data that merely looks like a schema is left alone", () => {
  const schema: JsonSchema = {
    type: "object",
    properties: {
      a: { type: "object", properties: {}, default: { properties: { x: 1 } }, enum: [{ properties: {} }] },
    },
  };
  expect(closeObjects(schema, "draft-07").properties?.a).toEqual({
    type: "object",
    properties: {},
    default: { properties: { x: 1 } },
    enum: [{ properties: {} }],
    additionalProperties: false,
  });
});
