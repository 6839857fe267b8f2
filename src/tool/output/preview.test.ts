import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonValue } from "../../json/json.ts";
import type { JsonSchema } from "../schema/json-schema.ts";
import { previewJson } from "./preview.ts";

const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

test("long arrays keep their first items, long strings their beginning, counts and shape stay", () => {
  const documents = Array.from({ length: 5000 }, (_, id) => ({ id, text: "word ".repeat(200) }));
  const preview = previewJson({ total: 5000, documents, next: null }, true, 10_000);

  expect(preview).toMatchObject({ total: 5000, next: null });
  expect(sizeOf(preview)).toBeLessThanOrEqual(10_000);
  expect(sizeOf(preview)).toBeGreaterThan(1_000);
  const kept = (preview as { documents: { id: number; text: string }[] }).documents;
  expect(kept.length).toBeGreaterThan(10);
  for (const [index, { id, text }] of kept.entries()) {
    expect(id).toBe(index);
    expect(text).toMatch(/^word .*… \[\d+ more characters\]$/);
  }
});

test("what the schema asks for is kept: items, lengths, enums, formats, required properties", () => {
  const schema: JsonSchema = {
    type: "object",
    required: ["ids", "hash", "kind", "note"],
    properties: {
      ids: { type: "array", minItems: 100, items: { type: "integer" } },
      hash: { type: "string", pattern: "^[0-9a-f]{64}$" },
      kind: { enum: ["a".repeat(300)] },
      note: { type: "string", minLength: 50 },
      extra: { type: "string" },
    },
    additionalProperties: false,
  };
  const value = {
    ids: Array.from({ length: 10_000 }, (_, id) => id),
    hash: "0".repeat(64),
    kind: "a".repeat(300),
    note: "n".repeat(10_000),
    extra: "e".repeat(10_000),
  };
  const preview = previewJson(value, schema, 1200) as Record<string, JsonValue>;
  expect(accepts(schema, preview)).toBe(true);
  expect(preview).toMatchObject({ hash: value.hash, kind: value.kind });
  expect(preview.ids).toHaveLength(100);
  expect(sizeOf(preview)).toBeLessThanOrEqual(1200);
  expect(previewJson(value, schema, 300)).toBeUndefined();
});

test("optional properties are kept while they fit", () => {
  const value = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`field${i}`, "v".repeat(20)]));
  expect(Object.keys(previewJson({ list: Array(9999).fill(1), ...value }, true, 4000) as object)).toHaveLength(51);
  const squeezed = Object.keys(previewJson({ list: Array(9999).fill(1), ...value }, true, 400) as object);
  expect(squeezed.length).toBeGreaterThan(5);
  expect(squeezed.length).toBeLessThan(51);
});

test("a discriminated union stays in its branch, and an ambiguous one is left alone", () => {
  const items = Array.from({ length: 2000 }, () => "item");
  const branch = (kind: string, property: JsonSchema): JsonSchema => ({
    type: "object",
    required: ["kind", "items"],
    properties: { kind: { const: kind }, items: property },
  });
  const union: JsonSchema = {
    oneOf: [branch("list", { type: "array" }), branch("text", { type: "string" })],
  };
  const preview = previewJson({ kind: "list", items }, union, 500);
  expect(accepts(union, preview)).toBe(true);
  expect(sizeOf(preview)).toBeLessThanOrEqual(500);

  const ambiguous: JsonSchema = {
    oneOf: [
      { type: "array", maxItems: 10 },
      { type: "array", minItems: 5 },
    ],
  };
  expect(previewJson(items, ambiguous, 500)).toBeUndefined();
});

test("distinct items stay distinct, and recursive schemas are followed", () => {
  const unique: JsonSchema = { type: "array", uniqueItems: true, items: { type: "string" } };
  const names = Array.from({ length: 100 }, (_, i) => `${"same beginning ".repeat(20)}${i}`);
  const preview = previewJson(names, unique, 2000);
  expect(accepts(unique, preview)).toBe(true);
  expect(preview).not.toHaveLength(0);

  const tree: JsonSchema = {
    type: "object",
    required: ["name"],
    properties: { name: { type: "string" }, children: { type: "array", items: { $ref: "#" } } },
    additionalProperties: false,
  };
  const leaf = { name: "x".repeat(500) };
  const forest = { name: "root", children: Array(50).fill({ name: "node", children: Array(50).fill(leaf) }) };
  const smaller = previewJson(forest, tree, 3000);
  expect(accepts(tree, smaller)).toBe(true);
  expect(smaller).toMatchObject({ name: "root", children: { 0: { name: "node", children: { 0: { name: /^x+…/ } } } } });
});

test("a key named __proto__ stays a key", () => {
  const value = JSON.parse(`{"__proto__": {"polluted": true}, "list": ${JSON.stringify(Array(1000).fill(1))}}`);
  const preview = previewJson(value, true, 200) as object;
  expect(Object.keys(preview)).toContain("__proto__");
  expect("polluted" in preview).toBe(false);
});

test("a preview of any value is valid against any schema that accepts the value, and fits", () => {
  let previews = 0;
  fc.assert(
    fc.property(schemaAndValue, fc.integer({ min: 20, max: 400 }), ({ schema, value }: Pair, maxBytes) => {
      const isValid = compile(schema);
      if (!isValid(value)) return;
      const preview = previewJson(value, schema, maxBytes);
      if (preview === undefined) return;
      expect(sizeOf(preview)).toBeLessThanOrEqual(maxBytes);
      expect(isValid(preview)).toBe(true);
      if (sizeOf(value) > maxBytes) previews++;
    }),
    { numRuns: 400 },
  );
  expect(previews).toBeGreaterThan(30);
});

const ajv = new Ajv2020({ strict: false, validateFormats: false });

function compile(schema: JsonSchema): (value: unknown) => boolean {
  return ajv.compile(schema);
}

function accepts(schema: JsonSchema, value: unknown): boolean {
  return compile(schema)(value);
}

interface Pair {
  /** Not `JsonSchema`: composing one from pieces widens the literals that its type wants. */
  readonly schema: Readonly<Record<string, unknown>>;
  readonly value: JsonValue;
}

/** Schemas grown together with a value for them, and now and then with branches and keywords that get in the way. */
const { pair: schemaAndValue } = fc.letrec<{ pair: Pair; leaf: Pair }>((tie) => ({
  leaf: fc.oneof(
    fc
      .tuple(fc.string({ unit: fc.constantFrom("a", "漢", "😀"), maxLength: 120 }), fc.nat(5))
      .map(([value, slack]) => ({
        schema: {
          type: "string",
          minLength: Math.max(0, [...value].length - slack * 20),
          maxLength: [...value].length,
        },
        value,
      })),
    fc.string({ maxLength: 80 }).map((value) => ({ schema: { type: "string" }, value })),
    fc.constantFrom("red", "green").map((value) => ({ schema: { enum: ["red", "green"] }, value })),
    fc.nat(1000).map((value) => ({ schema: { type: "string", pattern: "^[0-9]+$" }, value: String(value).repeat(20) })),
    fc.integer().map((value) => ({ schema: { type: "integer", maximum: value }, value })),
    fc.constant({ schema: { type: "null" }, value: null }),
    fc.constant<Pair>({ schema: {}, value: { anything: ["goes", { here: "x".repeat(100) }] } }),
  ),
  pair: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    tie("leaf"),
    fc.tuple(tie("pair"), fc.nat(40), fc.nat(40), fc.boolean()).map(([item, count, slack, uniqueItems]) => ({
      schema: {
        type: "array",
        items: item.schema,
        minItems: Math.max(0, count - slack),
        ...(uniqueItems && count < 2 && { uniqueItems }),
      },
      value: Array<JsonValue>(count).fill(item.value),
    })),
    fc.array(fc.tuple(tie("pair"), fc.boolean()), { maxLength: 6 }).chain((members) =>
      fc
        .record({ minProperties: fc.nat(members.length), closed: fc.boolean(), dependent: fc.boolean() })
        .map((extra) => ({
          schema: {
            type: "object",
            properties: Object.fromEntries(members.map(([member], index) => [`p${index}`, member.schema])),
            required: members.flatMap(([, isRequired], index) => (isRequired ? [`p${index}`] : [])),
            minProperties: extra.minProperties,
            ...(extra.closed && { additionalProperties: false }),
            ...(extra.dependent && { dependentRequired: { p0: ["p1"] } }),
          },
          value: Object.fromEntries(members.map(([member], index) => [`p${index}`, member.value])),
        })),
    ),
    fc.array(tie("pair"), { minLength: 1, maxLength: 4 }).map((members) => ({
      schema: { type: "array", prefixItems: members.map((member) => member.schema), items: { type: "integer" } },
      value: members.map((member) => member.value),
    })),
    fc.tuple(tie("pair"), tie("pair"), fc.constantFrom("anyOf", "oneOf", "allOf")).map(([chosen, other, union]) => ({
      schema: { [union]: [other.schema, chosen.schema] },
      value: chosen.value,
    })),
    fc.tuple(tie("pair"), fc.nat(30)).map(([member, count]) => ({
      schema: { type: "object", additionalProperties: member.schema },
      value: Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, member.value])),
    })),
    fc.tuple(tie("pair"), tie("pair")).map(([member, rest]) => ({
      schema: { type: "object", patternProperties: { "^a": member.schema }, additionalProperties: rest.schema },
      value: { a1: member.value, b1: rest.value },
    })),
    fc.tuple(tie("pair"), tie("pair")).map(([member, absent]) => ({
      schema: { if: absent.schema, else: member.schema },
      value: member.value,
    })),
    fc.tuple(tie("pair"), fc.integer({ min: 1, max: 30 })).map(([member, count]) => ({
      schema: { type: "array", contains: member.schema, minContains: count },
      value: Array<JsonValue>(count).fill(member.value),
    })),
  ),
}));
