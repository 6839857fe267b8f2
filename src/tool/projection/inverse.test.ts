/**
 * The law of projections: what is encoded decodes to itself and fits the schema that was sent, and that schema is one
 * the provider takes. Checked over random schemas that come with generators of their own values.
 */
import Ajv2020Module from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonValue } from "../../json/json.ts";
import { jsonEqual } from "../../json/json-equal.ts";
import type { JsonSchema, JsonSchemaNode } from "../schema/json-schema.ts";
import { type Provider, projectSchema } from "./project-schema.ts";

const Ajv2020 = Ajv2020Module as unknown as typeof Ajv2020Module.default;
const ajv = new Ajv2020({ strict: false, addUsedSchema: false, validateFormats: false });
const trusting = new Ajv2020({ strict: false, addUsedSchema: false, validateFormats: false, validateSchema: false });

function validatorOf(schema: JsonSchema, compiler = ajv): (value: JsonValue) => boolean {
  const validate = compiler.compile(schema);
  compiler.removeSchema(schema);
  return (value) => validate(value);
}

// --- schemas together with their values -----------------------------------------------------------------------------

interface Shape {
  readonly schema: JsonSchema;
  readonly value: fc.Arbitrary<JsonValue>;
}

const definitions: Record<string, JsonSchema> = {
  leaf: { type: "integer", minimum: 3 },
  maybe: { type: ["string", "null"], description: "may be null" },
  node: {
    type: "object",
    properties: {
      label: { type: "string" },
      next: { $ref: "#/$defs/node" },
      children: { type: "array", items: { $ref: "#/$defs/node" } },
    },
    required: ["label"],
    additionalProperties: false,
  },
  expression: { oneOf: [{ $ref: "#/$defs/literal" }, { $ref: "#/$defs/sum" }, { type: "string" }] },
  literal: {
    type: "object",
    properties: { kind: { const: "literal" }, value: { type: "number" }, unit: { type: "string" } },
    required: ["kind", "value"],
  },
  sum: {
    type: "object",
    properties: {
      kind: { const: "sum" },
      left: { $ref: "#/$defs/expression" },
      right: { anyOf: [{ $ref: "#/$defs/expression" }, { type: "null" }] },
    },
    required: ["kind", "left"],
  },
};

const recursive = fc.letrec((tie) => ({
  node: fc.record(
    {
      label: fc.string({ maxLength: 3 }),
      next: fc.oneof({ maxDepth: 2 }, fc.constant({ label: "end" }), tie("node")),
      children: fc.oneof({ maxDepth: 2 }, fc.constant([]), fc.array(tie("node"), { maxLength: 2 })),
    },
    { requiredKeys: ["label"], noNullPrototype: true },
  ),
  literal: fc.record(
    { kind: fc.constant("literal"), value: fc.integer(), unit: fc.string({ maxLength: 2 }) },
    { requiredKeys: ["kind", "value"], noNullPrototype: true },
  ),
  expression: fc.oneof({ maxDepth: 3 }, tie("literal"), fc.string({ maxLength: 3 }), tie("sum")),
  sum: fc.record(
    { kind: fc.constant("sum"), left: tie("expression"), right: fc.option(tie("expression")) },
    { requiredKeys: ["kind", "left"], noNullPrototype: true },
  ),
}));

// No negative zero, which JSON text does not have; nothing that the judging validator divides or compares badly.
const json: fc.Arbitrary<JsonValue> = fc
  .jsonValue({ maxDepth: 2 })
  .map((value) => JSON.stringify(value).replaceAll(/"(__proto__|toString|valueOf)"/g, '"odd"'))
  .map((text) => JSON.parse(text, (_, item) => (typeof item === "number" && Math.abs(item) > 1e15 ? 1 : item)));

const names = fc.uniqueArray(
  fc.constantFrom(
    ...["a", "b", "value", "key", "input", "rest", "item1", "variant", "additionalProperties", "a b", "a_b", "$top"],
    ...["filter[id]", "filter_id_", "9lives", "naïve", "x".repeat(70), `${"x".repeat(70)}y`, "", "a_b~"],
  ),
  { maxLength: 4 },
);
const extraNames = ["extra", "filter_id_", "a_b", "a_b~", "a_b~~", "$x", "_", "additionalProperties_"];

const constants: JsonValue[] = [1, "1", "a", "", null, true, "true", 2.5, { k: [1] }, ["x"], "null"];
const described = fc.constantFrom<JsonSchema>({}, {}, { description: "A note." }, { title: "T", default: 5 });

const scalar: fc.Arbitrary<Shape> = fc.oneof(
  fc
    .constantFrom<JsonSchema>({}, { minLength: 2 }, { format: "date-time" }, { pattern: "^(?=x)|" }, { format: "uri" })
    .map(
      (schema): Shape => ({ schema: { type: "string", ...schema }, value: fc.string({ minLength: 2, maxLength: 4 }) }),
    ),
  fc.constantFrom<JsonSchema>({}, { minimum: 0 }, { exclusiveMaximum: 50 }, { multipleOf: 2 }).map(
    (schema): Shape => ({
      schema: { type: "integer", ...schema },
      value: fc.integer({ min: 0, max: 20 }).map((n) => n * 2),
    }),
  ),
  fc.constant<Shape>({ schema: { type: "number" }, value: fc.integer().map((n) => n / 4) }),
  fc.constant<Shape>({ schema: { type: "boolean" }, value: fc.boolean() }),
  fc.constant<Shape>({ schema: { type: "null" }, value: fc.constant(null) }),
  fc.constantFrom<Shape>({ schema: {}, value: json }, { schema: { description: "Anything." }, value: json }),
  fc.constantFrom(...constants).map((value): Shape => ({ schema: { const: value }, value: fc.constant(value) })),
  fc
    .uniqueArray(fc.constantFrom(...constants), { minLength: 1 })
    .map((values): Shape => ({ schema: { enum: values }, value: fc.constantFrom(...values) })),
  fc.constantFrom("leaf", "maybe", ...Object.keys(definitions).slice(2)).chain((name) =>
    described.map(
      (annotations): Shape => ({
        schema: { $ref: `#/$defs/${name}`, ...annotations },
        value:
          name === "leaf"
            ? fc.integer({ min: 3 })
            : name === "maybe"
              ? fc.option(fc.string())
              : (recursive as Record<string, fc.Arbitrary<JsonValue>>)[name]!,
      }),
    ),
  ),
);

function objectOf(children: fc.Arbitrary<Shape>): fc.Arbitrary<Shape> {
  const extras = fc.oneof(fc.constantFrom("absent", "closed", "any"), children);
  return fc
    .tuple(
      names,
      extras,
      fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
      fc.array(children, { minLength: 4, maxLength: 4 }),
      described,
    )
    .map(([declared, extra, required, shapes, annotations]): Shape => {
      const fields = declared.map((name, index) => ({ name, shape: shapes[index]!, isRequired: required[index] }));
      const properties = Object.fromEntries(fields.map(({ name, shape }) => [name, shape.schema]));
      const additional =
        extra === "absent"
          ? {}
          : { additionalProperties: extra === "closed" ? false : extra === "any" ? true : (extra as Shape).schema };
      const own = fc.record(Object.fromEntries(fields.map(({ name, shape }) => [name, shape.value])), {
        requiredKeys: fields.filter(({ isRequired }) => isRequired).map(({ name }) => name),
        noNullPrototype: true,
      });
      const free = extraNames.filter((name) => !declared.includes(name));
      const extraValue = extra === "any" ? json : (extra as Shape).value;
      const others =
        extra === "absent" || extra === "closed"
          ? fc.constant({})
          : fc.dictionary(fc.constantFrom(...free), extraValue, { maxKeys: 2, noNullPrototype: true });
      return {
        schema: {
          type: "object",
          properties,
          required: fields.filter(({ isRequired }) => isRequired).map(({ name }) => name),
          ...additional,
          ...annotations,
        },
        value: fc.tuple(own, others).map(([some, more]) => ({ ...more, ...some }) as JsonValue),
      };
    });
}

function recordOf(children: fc.Arbitrary<Shape>): fc.Arbitrary<Shape> {
  const keys = fc.string({ maxLength: 3 });
  return fc.oneof(
    fc.constant<Shape>({
      schema: { type: "object" },
      value: fc.dictionary(keys, json, { noNullPrototype: true }) as fc.Arbitrary<JsonValue>,
    }),
    children.map(
      ({ schema, value }): Shape => ({
        schema: { type: "object", additionalProperties: schema, propertyNames: { type: "string" } },
        value: fc.dictionary(keys, value, { maxKeys: 3, noNullPrototype: true }) as fc.Arbitrary<JsonValue>,
      }),
    ),
    children.map(
      ({ schema, value }): Shape => ({
        schema: { type: "object", patternProperties: { "^p_": schema }, additionalProperties: false },
        value: fc.dictionary(fc.constantFrom("p_", "p_1"), value, { noNullPrototype: true }) as fc.Arbitrary<JsonValue>,
      }),
    ),
    fc.tuple(children, children).map(
      ([one, other]): Shape => ({
        schema: {
          type: "object",
          properties: { own: one.schema },
          patternProperties: { "^p_": one.schema },
          additionalProperties: other.schema,
        },
        value: fc.record(
          { own: one.value, p_1: one.value, q: other.value },
          { requiredKeys: [], noNullPrototype: true },
        ) as fc.Arbitrary<JsonValue>,
      }),
    ),
  );
}

function listOf(children: fc.Arbitrary<Shape>): fc.Arbitrary<Shape> {
  const array = children.map(
    ({ schema, value }): Shape => ({
      schema: { type: "array", items: schema, maxItems: 3, uniqueItems: false },
      value: fc.array(value, { maxLength: 3 }),
    }),
  );
  const tuple = fc
    .tuple(
      fc.array(children, { minLength: 1, maxLength: 3 }),
      fc.option(children),
      fc.boolean(),
      fc.nat({ max: 3 }),
      fc.boolean(),
    )
    .map(([first, rest, isClosed, least, isOld]): Shape => {
      const minItems = Math.min(least, first.length);
      const schemas = first.map(({ schema }) => schema);
      const after: JsonSchemaNode | undefined = rest?.schema ?? (isClosed ? false : undefined);
      const spelled = isOld
        ? { items: schemas, ...(after !== undefined && { additionalItems: after }) }
        : { prefixItems: schemas, ...(after !== undefined && { items: after }) };
      const head = fc
        .tuple(fc.tuple(...first.map(({ value }) => value)), fc.integer({ min: minItems, max: first.length }))
        .map(([items, size]) => items.slice(0, size));
      const full = fc.tuple(...first.map(({ value }) => value));
      const long =
        rest === null ? head : fc.tuple(full, fc.array(rest.value, { maxLength: 2 })).map(([a, b]) => [...a, ...b]);
      return { schema: { type: "array", ...spelled, minItems } as JsonSchema, value: fc.oneof(head, long) };
    });
  return fc.oneof(array, tuple);
}

function unionOf(children: fc.Arbitrary<Shape>): fc.Arbitrary<Shape> {
  const branches = fc.array(children, { minLength: 1, maxLength: 3 });
  const tagged = fc.array(objectOf(children), { minLength: 2, maxLength: 3 }).map((objects) =>
    objects.map(
      ({ schema, value }, index): Shape => ({
        schema: {
          ...schema,
          properties: { ...schema.properties, kind: { const: `k${index}` } },
          required: [...(schema.required ?? []), "kind"],
        },
        value: value.map((object) => ({ ...(object as object), kind: `k${index}` }) as JsonValue),
      }),
    ),
  );
  return fc.tuple(fc.oneof(branches, tagged), fc.constantFrom("anyOf", "oneOf"), described).map(
    ([shapes, keyword, annotations]): Shape => ({
      schema: { [keyword]: shapes.map(({ schema }) => schema), ...annotations },
      value: fc.oneof(...shapes.map(({ value }) => value)),
    }),
  );
}

function nullableOf(children: fc.Arbitrary<Shape>): fc.Arbitrary<Shape> {
  return fc.tuple(fc.oneof(children, objectOf(children)), fc.boolean()).map(([{ schema, value }, isList]): Shape => {
    const canList = isList && typeof schema.type === "string" && schema.type !== "null";
    return {
      schema: canList
        ? ({ ...schema, type: [schema.type, "null"] } as JsonSchema)
        : { anyOf: [schema, { type: "null" }] },
      value: fc.option(value),
    };
  });
}

function composedOf(children: fc.Arbitrary<Shape>): fc.Arbitrary<Shape> {
  const both = fc.tuple(children, children).map(
    ([one, other]): Shape => ({
      schema: {
        description: "Both.",
        allOf: [
          { type: "object", properties: { one: one.schema }, required: ["one"] },
          { type: "object", properties: { other: other.schema } },
        ],
      },
      value: fc.record(
        { one: one.value, other: other.value },
        { requiredKeys: ["one"], noNullPrototype: true },
      ) as fc.Arbitrary<JsonValue>,
    }),
  );
  const conditional = fc.tuple(children, children).map(
    ([one, other]): Shape => ({
      schema: {
        type: "object",
        properties: { one: one.schema, other: other.schema },
        anyOf: [{ required: ["one"] }, { required: ["other"] }],
        not: { required: ["never"] },
        if: { required: ["one"] },
      },
      value: fc.record(
        { one: one.value, other: other.value },
        { requiredKeys: ["one"], noNullPrototype: true },
      ) as fc.Arbitrary<JsonValue>,
    }),
  );
  const base = fc.tuple(children, children, children).map(
    ([common, one, other]): Shape => ({
      schema: {
        type: "object",
        properties: { common: common.schema },
        oneOf: [
          { properties: { kind: { const: "one" }, x: one.schema }, required: ["kind"] },
          { properties: { kind: { const: "other" }, y: other.schema }, required: ["kind", "y"] },
        ],
      },
      value: fc.oneof(
        fc.record(
          { common: common.value, kind: fc.constant("one"), x: one.value },
          { requiredKeys: ["kind"], noNullPrototype: true },
        ),
        fc.record(
          { common: common.value, kind: fc.constant("other"), y: other.value },
          { requiredKeys: ["kind", "y"], noNullPrototype: true },
        ),
      ) as fc.Arbitrary<JsonValue>,
    }),
  );
  return fc.oneof(both, conditional, base);
}

const { shape } = fc.letrec<{ shape: Shape }>((tie) => {
  const children = fc.oneof({ maxDepth: 2, depthSize: "small" }, scalar, tie("shape"));
  return {
    shape: fc.oneof(
      { maxDepth: 2, depthSize: "small" },
      scalar,
      objectOf(children),
      objectOf(children),
      recordOf(children),
      listOf(children),
      unionOf(children),
      nullableOf(children),
      composedOf(children),
    ),
  };
});

/** Mostly objects, as tools have them, and sometimes anything at all; a bare object at the root means "no arguments". */
const root = fc.oneof(
  { arbitrary: objectOf(shape), weight: 4 },
  shape.filter(({ schema }) => Object.keys(schema).join() !== "type" || schema.type !== "object"),
);

const cases = root.chain(({ schema, value }) =>
  fc.tuple(fc.constant<JsonSchema>({ ...schema, $defs: definitions }), fc.array(value, { minLength: 6, maxLength: 6 })),
);

// --- what each provider takes ---------------------------------------------------------------------------------------

const structural = ["type", "properties", "required", "items", "enum", "anyOf", "description", "title"];
const takes: Record<Provider, (node: JsonSchema, isRoot: boolean) => string | undefined> = {
  "openai-strict"(node, isRoot) {
    const keywords = ["$ref", "$defs", "additionalProperties", "pattern", "format", "multipleOf", "minimum", "maximum"];
    keywords.push("exclusiveMinimum", "exclusiveMaximum", "minItems", "maxItems", ...structural);
    const other = Object.keys(node).find((keyword) => !keywords.includes(keyword));
    if (other !== undefined) return `keyword ${other}`;
    if (isRoot && node.type !== "object") return "root is no object";
    if (node.$ref !== undefined && Object.keys(node).length > 1) return "$ref has neighbours";
    if (node.type === undefined && node.$ref === undefined && node.anyOf === undefined) return "no type";
    if (node.format === "uri" || node.pattern?.includes("(?=")) return "format or pattern";
    if (node.type === "array" && node.items === undefined) return "no items";
    if (node.enum?.some((value) => typeof value === "object" && value !== null)) return "enum of objects";
    if (node.properties === undefined) return node.type === "object" ? "no properties" : undefined;
    if (node.additionalProperties !== false) return "open object";
    return Object.keys(node.properties).sort().join() === [...node.required!].sort().join() ? undefined : "optional";
  },
  gemini(node, isRoot) {
    const keywords = ["nullable", "format", "pattern", "minLength", "maxLength", "minimum", "maximum", "minItems"];
    keywords.push("maxItems", "minProperties", "maxProperties", ...structural);
    const other = Object.keys(node).find((keyword) => !keywords.includes(keyword));
    if (other !== undefined) return `keyword ${other}`;
    if (isRoot && node.type !== "object") return "root is no object";
    if (
      node.anyOf === undefined &&
      !["string", "number", "integer", "boolean", "array", "object"].includes(node.type as string)
    ) {
      return `type ${node.type}`;
    }
    if (node.anyOf !== undefined && node.type !== undefined) return "type beside anyOf";
    if (node.enum !== undefined && node.type !== "string") return "enum of no string";
    if (node.enum?.some((value) => typeof value !== "string" || value === "")) return "enum value";
    if (node.type === "array" && node.items === undefined) return "no items";
    if (node.type === "object" && !isRoot && Object.keys(node.properties ?? {}).length === 0) return "empty object";
    if (node.format !== undefined && node.format !== "date-time") return "format";
    return Object.keys(node.properties ?? {}).find((name) => !/^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/.test(name));
  },
  anthropic(node, isRoot) {
    if (isRoot && (node.type !== "object" || node.anyOf || node.oneOf || node.allOf)) return "root is no plain object";
    return Object.keys(node.properties ?? {}).find((name) => !/^[a-zA-Z0-9_.-]{1,64}$/.test(name));
  },
  bedrock(node, isRoot) {
    if (isRoot && node.type !== "object") return "root is no object";
    if (isRoot && Object.keys(node).some((k) => !["type", "properties", "required"].includes(k))) return "root keyword";
    if (node.$ref !== undefined) return "reference";
    return Object.keys(node.properties ?? {}).find((name) => !/^[a-zA-Z0-9_.-]{1,64}$/.test(name));
  },
};

function complaints(provider: Provider, node: unknown, isRoot = true, path = "#"): string[] {
  if (typeof node !== "object" || node === null) return [];
  const schema = node as JsonSchema;
  const own = takes[provider](schema, isRoot);
  const lists = [schema.anyOf, schema.oneOf, schema.allOf, schema.prefixItems].flatMap((list) => list ?? []);
  const maps = [schema.properties, schema.$defs, schema.patternProperties].flatMap((map) => Object.values(map ?? {}));
  const children = [...lists, ...maps, schema.items, schema.additionalProperties];
  return [
    ...(own === undefined ? [] : [`${path}: ${own}`]),
    ...children.flatMap((child, index) => complaints(provider, child, false, `${path}/${index}`)),
  ];
}

/** OpenAPI's `nullable` in words that a JSON Schema validator knows. */
function spellOutNullable(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(spellOutNullable);
  if (typeof node !== "object" || node === null) return node;
  const { nullable, ...rest } = Object.fromEntries(Object.entries(node).map(([k, v]) => [k, spellOutNullable(v)]));
  return nullable === true ? { anyOf: [rest, { type: "null" }] } : rest;
}

const providers: Provider[] = ["openai-strict", "anthropic", "gemini", "bedrock"];

test.each(providers)(
  "%s: decode undoes encode, what is encoded fits the schema, and the provider takes the schema",
  (provider) => {
    let checked = 0;
    fc.assert(
      fc.property(cases, ([schema, values]) => {
        const projection = projectSchema(schema, provider);
        expect(complaints(provider, projection.schema)).toEqual([]);
        const sent = (provider === "gemini" ? spellOutNullable(projection.schema) : projection.schema) as JsonSchema;
        const isAuthored = validatorOf(asCurrentDraft(schema), trusting);
        const isSendable = validatorOf(sent);
        for (const value of values) {
          if (!isAuthored(value)) continue; // a value of one branch may break "exactly one"
          const encoded = projection.encode(value);
          const decoded = projection.decode(encoded);
          if (!jsonEqual(decoded, value))
            throw new Error(`${JSON.stringify(encoded)} decodes to ${JSON.stringify(decoded)}`);
          if (!isSendable(encoded)) throw new Error(`${JSON.stringify(encoded)} does not fit ${JSON.stringify(sent)}`);
          checked++;
        }
      }),
      { numRuns: 600 },
    );
    expect(checked).toBeGreaterThan(2500);
  },
);

/** The validator reads draft 2020-12; the generator also writes draft-07 tuples. */
function asCurrentDraft(node: JsonSchema): JsonSchema {
  return respell(node) as JsonSchema;
}

function respell(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(respell);
  if (typeof node !== "object" || node === null) return node;
  const { items, additionalItems, ...rest } = node as JsonSchema;
  const others = Object.fromEntries(
    Object.entries(rest).map(([k, v]) => [k, k === "const" || k === "enum" ? v : respell(v)]),
  );
  if (items === undefined) return others;
  if (!Array.isArray(items)) return { ...others, items: respell(items) };
  return {
    ...others,
    prefixItems: respell(items),
    ...(additionalItems !== undefined && { items: respell(additionalItems) }),
  };
}

test("a branch is not mistaken for another because of a pattern the linear engine cannot run", () => {
  const named = { type: "object", patternProperties: { "^p_": {} }, additionalProperties: { const: 1 } } as const;
  const free = {
    type: "object",
    properties: { "a_b~": { type: "string" }, a: { type: "string", pattern: "^(?=x)|" } },
    additionalProperties: {},
  } as const;
  const schema: JsonSchema = { type: "object", properties: { a: { anyOf: [named, free] } } };
  const { encode, decode } = projectSchema(schema, "bedrock");
  expect(encode({ a: { a: "  " } })).toEqual({ a: { variant: "2", value: { a: "  " } } });
  expect(decode(encode({ a: { a: "  " } }))).toEqual({ a: { a: "  " } });
});
