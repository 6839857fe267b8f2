import fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonValue } from "../../json/json.ts";
import type { JsonSchema } from "../schema/json-schema.ts";
import { type Provider, projectSchema } from "./project-schema.ts";

const providers: Provider[] = ["openai-strict", "anthropic", "gemini", "bedrock"];

function object(properties: Record<string, JsonSchema>, required: string[] = Object.keys(properties)): JsonSchema {
  return { type: "object", properties, required, additionalProperties: false };
}

/** One property `x`, which is what most examples are about. */
function sentAs(schema: JsonSchema, provider: Provider, document: JsonSchema = {}): unknown {
  return projectSchema({ ...object({ x: schema }), ...document }, provider).schema.properties?.x;
}

function lossesOf(schema: JsonSchema, provider: Provider): string[] {
  return projectSchema(schema, provider).losses.map(({ path, keyword, what }) => `${path} ${keyword}: ${what}`);
}

const search: JsonSchema = object(
  {
    query: { type: "string", description: "What to look for.", minLength: 1 },
    limit: { type: "integer", minimum: 1, default: 5 },
    labels: { type: "object", additionalProperties: { type: "string" } },
    size: { enum: [1, 2] },
  },
  ["query", "size"],
);

test("openai-strict: optionals are required and nullable, records are lists, the rest is told", () => {
  const projection = projectSchema(search, "openai-strict");
  expect(projection.schema).toMatchInlineSnapshot(`
    {
      "additionalProperties": false,
      "properties": {
        "labels": {
          "anyOf": [
            {
              "items": {
                "additionalProperties": false,
                "properties": {
                  "key": {
                    "type": "string",
                  },
                  "value": {
                    "type": "string",
                  },
                },
                "required": [
                  "key",
                  "value",
                ],
                "type": "object",
              },
              "type": "array",
            },
            {
              "type": "null",
            },
          ],
          "description": "(an object: one entry per key)",
        },
        "limit": {
          "description": "(default: 5)",
          "minimum": 1,
          "type": [
            "integer",
            "null",
          ],
        },
        "query": {
          "description": "What to look for. (minLength: 1)",
          "type": "string",
        },
        "size": {
          "enum": [
            1,
            2,
          ],
          "type": "number",
        },
      },
      "required": [
        "query",
        "limit",
        "labels",
        "size",
      ],
      "type": "object",
    }
  `);
  expect(lossesOf(search, "openai-strict")).toMatchInlineSnapshot(`
    [
      "/properties/query minLength: only told in the description",
      "/properties/limit default: only told in the description",
      "/properties/labels additionalProperties: the object is sent as a list of keys and values",
    ]
  `);
  const wire = { query: "a", size: 1, limit: null, labels: [{ key: "k", value: "v" }] };
  expect(projection.encode({ query: "a", size: 1, labels: { k: "v" } })).toEqual(wire);
  expect(projection.decode(wire)).toEqual({ query: "a", size: 1, labels: { k: "v" } });
});

test("anthropic: JSON Schema as it is", () => {
  expect(projectSchema(search, "anthropic").schema).toBe(search);
  expect(lossesOf(search, "anthropic")).toEqual([]);
});

test("gemini: optionals stay optional, enums are strings, the rest is told", () => {
  const projection = projectSchema(search, "gemini");
  expect(projection.schema).toMatchInlineSnapshot(`
    {
      "properties": {
        "labels": {
          "description": "(an object: one entry per key)",
          "items": {
            "properties": {
              "key": {
                "type": "string",
              },
              "value": {
                "type": "string",
              },
            },
            "required": [
              "key",
              "value",
            ],
            "type": "object",
          },
          "type": "array",
        },
        "limit": {
          "description": "(default: 5)",
          "minimum": 1,
          "type": "integer",
        },
        "query": {
          "description": "What to look for.",
          "minLength": 1,
          "type": "string",
        },
        "size": {
          "enum": [
            "1",
            "2",
          ],
          "type": "string",
        },
      },
      "required": [
        "query",
        "size",
      ],
      "type": "object",
    }
  `);
  expect(lossesOf(search, "gemini")).toMatchInlineSnapshot(`
    [
      "/properties/limit default: only told in the description",
      "/properties/labels additionalProperties: the object is sent as a list of keys and values",
      "/properties/size enum: values are sent as labels",
    ]
  `);
  expect(projection.decode({ query: "a", size: "2" })).toEqual({ query: "a", size: 2 });
});

test("bedrock: nothing at the root but type, properties and required", () => {
  const described = { ...search, description: "Searches." };
  const { schema } = projectSchema(described, "bedrock");
  expect(Object.keys(schema)).toEqual(["type", "properties", "required"]);
  expect(schema.properties).toEqual(search.properties);
  expect(lossesOf(described, "bedrock")).toEqual([" additionalProperties: not sent", " description: not sent"]);
});

test("an optional property that may be null keeps absence and null apart", () => {
  const projection = projectSchema(object({ x: { type: ["string", "null"] } }, []), "openai-strict");
  expect(projection.schema.properties?.x).toMatchInlineSnapshot(`
    {
      "anyOf": [
        {
          "additionalProperties": false,
          "properties": {
            "value": {
              "type": [
                "string",
                "null",
              ],
            },
          },
          "required": [
            "value",
          ],
          "type": "object",
        },
        {
          "type": "null",
        },
      ],
      "description": "(null leaves it out)",
    }
  `);
  for (const value of [{}, { x: null }, { x: "a" }]) expect(projection.decode(projection.encode(value))).toEqual(value);
  expect(projection.encode({})).toEqual({ x: null });
  expect(projection.encode({ x: null })).toEqual({ x: { value: null } });
});

test("nullable is written as each dialect writes it", () => {
  const schema: JsonSchema = { type: ["string", "null"] };
  expect(sentAs(schema, "openai-strict")).toEqual({ type: ["string", "null"] });
  expect(sentAs(schema, "gemini")).toEqual({ type: "string", nullable: true });
  expect(
    sentAs({ anyOf: [{ $ref: "#/$defs/s" }, { type: "null" }] }, "gemini", { $defs: { s: { type: "string" } } }),
  ).toEqual({
    type: "string",
    nullable: true,
  });
});

test("what may be anything is JSON text", () => {
  const projection = projectSchema(object({ x: {} }), "openai-strict");
  expect(projection.schema.properties?.x).toEqual({ type: "string", description: "(JSON text of any value)" });
  expect(projection.encode({ x: { a: [1, null] } })).toEqual({ x: '{"a":[1,null]}' });
  expect(projection.decode({ x: '{"a":[1,null]}' })).toEqual({ x: { a: [1, null] } });
});

test("text that is not JSON, and a value that is no text, are handed on for the validator to judge", () => {
  const { decode } = projectSchema(object({ x: {} }), "openai-strict");
  expect(decode({ x: "{not json" })).toEqual({ x: "{not json" });
  expect(decode({ x: { a: 1 } })).toEqual({ x: { a: 1 } });
});

test("a root that is no plain object is sent as input, and taken with or without it", () => {
  const union: JsonSchema = {
    type: "object",
    oneOf: [
      object({ kind: { const: "a" }, n: { type: "number" } }, ["kind"]),
      object({ kind: { const: "b" }, s: { type: "string" } }, ["kind"]),
    ],
  };
  for (const provider of providers) {
    const { schema, encode, decode } = projectSchema(union, provider);
    expect(schema.type).toBe("object");
    expect(Object.keys(schema.properties ?? {})).toEqual(["input"]);
    expect(decode(encode({ kind: "a" }))).toEqual({ kind: "a" });
    expect(decode({ kind: "b", s: "x" })).toEqual({ kind: "b", s: "x" });
  }
});

test("a root that only refers to an object, or adds conditions to one, stays an object", () => {
  const args = object({ a: { type: "string" }, b: { type: "string" } }, []);
  const referring: JsonSchema = { $ref: "#/definitions/Args", definitions: { Args: args } };
  const conditional: JsonSchema = { ...args, anyOf: [{ required: ["a"] }, { required: ["b"] }] };
  for (const provider of providers) {
    expect(Object.keys(projectSchema(referring, provider).schema.properties ?? {})).toEqual(["a", "b"]);
    expect(Object.keys(projectSchema(conditional, provider).schema.properties ?? {})).toEqual(["a", "b"]);
  }
  expect(projectSchema(conditional, "anthropic").schema.description).toMatchInlineSnapshot(
    `"(anyOf: [{"required":["a"]},{"required":["b"]}])"`,
  );
  expect(lossesOf(conditional, "anthropic")).toEqual([" anyOf: only told in the description"]);
});

test("a tool without arguments has an empty object", () => {
  for (const provider of providers) {
    expect(projectSchema({ type: "object" }, provider).schema).toMatchObject({ type: "object" });
    expect(projectSchema({ type: "object", properties: {} }, provider).decode({})).toEqual({});
  }
});

test("names the provider refuses are replaced, and put back", () => {
  const schema = object({ "filter[id]": { type: "string" }, filter_id_: { type: "string" }, ["x".repeat(70)]: {} });
  const { schema: sent, encode, decode } = projectSchema(schema, "anthropic");
  expect(sent).toMatchInlineSnapshot(`
    {
      "additionalProperties": false,
      "properties": {
        "_filter_id__0911c507": {
          "description": "(named "filter[id]")",
          "type": "string",
        },
        "filter_id_": {
          "type": "string",
        },
        "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx": {
          "description": "(named "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx")",
        },
      },
      "required": [
        "_filter_id__0911c507",
        "filter_id_",
        "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
      ],
      "type": "object",
    }
  `);
  const value = { "filter[id]": "a", filter_id_: "b", ["x".repeat(70)]: 1 };
  expect(decode(encode(value))).toEqual(value);
  expect(decode(value)).toEqual(value);
});

test("alternatives that only their codec tells apart are sent with a variant", () => {
  const union: JsonSchema = { anyOf: [{ type: "string" }, {}] };
  const { encode, decode } = projectSchema(object({ x: union }), "openai-strict");
  expect(encode({ x: "5" })).toEqual({ x: { variant: "1", value: "5" } });
  expect(encode({ x: 5 })).toEqual({ x: { variant: "2", value: "5" } });
  expect(decode({ x: { variant: "2", value: "5" } })).toEqual({ x: 5 });
});

test("recursive types are references where there are any, and JSON text where there are none", () => {
  const tree = object({ label: { type: "string" }, child: { $ref: "#/$defs/tree" } }, ["label"]);
  const document = { $defs: { tree } };
  const value = { x: { label: "a", child: { label: "b", child: { label: "c" } } } };
  for (const provider of providers) {
    const { encode, decode } = projectSchema({ ...object({ x: { $ref: "#/$defs/tree" } }), ...document }, provider);
    expect(decode(encode(value))).toEqual(value);
  }
  expect(sentAs({ $ref: "#/$defs/tree" }, "openai-strict", document)).toEqual({ $ref: "#/$defs/tree" });
  expect(sentAs({ $ref: "#/$defs/tree" }, "gemini", document)).toMatchInlineSnapshot(`
    {
      "properties": {
        "child": {
          "description": "(JSON text of a value for this JSON Schema: {"$ref":"#/$defs/tree","$defs":{"tree":{"type":"object","properties":{"label":{"type":"string"},"child":{"$ref":"#/$defs/tree"}},"required":["label"],"additionalProperties":false}}})",
          "type": "string",
        },
        "label": {
          "type": "string",
        },
      },
      "required": [
        "label",
      ],
      "type": "object",
    }
  `);
});

test("tuples are objects of numbered items where there are none", () => {
  const pair: JsonSchema = { type: "array", prefixItems: [{ type: "number" }, { type: "string" }], items: false };
  const { encode, decode } = projectSchema(object({ x: pair }), "openai-strict");
  expect(encode({ x: [1, "a"] })).toEqual({ x: { item1: 1, item2: "a" } });
  expect(encode({ x: [1] })).toEqual({ x: { item1: 1, item2: null } });
  expect(decode({ x: { item1: 1, item2: null } })).toEqual({ x: [1] });
  expect(decode({ x: [1, "a"] })).toEqual({ x: [1, "a"] });
});

test("undeclared properties of an open object travel as a list, those of one that does not say pass through", () => {
  const open: JsonSchema = {
    type: "object",
    properties: { a: { type: "number" } },
    additionalProperties: { type: "boolean" },
  };
  const { encode, decode } = projectSchema(open, "openai-strict");
  const wire = { a: null, additionalProperties: [{ key: "b", value: true }] };
  expect(encode({ b: true })).toEqual(wire);
  expect(decode(wire)).toEqual({ b: true });

  const unsaid: JsonSchema = { type: "object", properties: { a: { type: "number" } } };
  expect(projectSchema(unsaid, "openai-strict").encode({ b: true })).toEqual({ a: null, b: true });
  expect(projectSchema(unsaid, "openai-strict").decode({ a: null, b: true })).toEqual({ b: true });
  expect(lossesOf(unsaid, "openai-strict")).toEqual([" additionalProperties: only declared properties can be sent"]);
});

test("parts of an allOf become one object", () => {
  const schema: JsonSchema = {
    allOf: [{ $ref: "#/$defs/base" }, { properties: { b: { type: "number" } }, required: ["b"] }],
  };
  const base: JsonSchema = { type: "object", properties: { a: { type: "string" } } };
  expect(sentAs(schema, "gemini", { $defs: { base } })).toEqual({
    type: "object",
    properties: { a: { type: "string" }, b: { type: "number" } },
    required: ["b"],
  });
});

test("parts of an allOf that do not add up to one schema are sent as text with the schema told", () => {
  const schema: JsonSchema = { allOf: [object({ a: { type: "string" } }), object({ b: { type: "string" } })] };
  expect(sentAs(schema, "gemini")).toMatchObject({
    type: "string",
    description: expect.stringContaining('{"allOf":[{'),
  });
});

test("what is said of a union or a reference as a whole is told with it", () => {
  const union: JsonSchema = { anyOf: [{ type: "string" }, { type: "number" }], default: 5, description: "Either." };
  expect(sentAs(union, "gemini")).toEqual({
    anyOf: [{ type: "string" }, { type: "number" }],
    description: "Either. (default: 5)",
  });
  const reference: JsonSchema = { $ref: "#/$defs/size", default: 5, description: "How many." };
  expect(sentAs(reference, "openai-strict", { $defs: { size: { type: "integer" } } })).toEqual({
    anyOf: [{ $ref: "#/$defs/size" }],
    description: "How many. (default: 5)",
  });
});

test("patterns no automaton can run and formats the provider does not know are told instead", () => {
  expect(sentAs({ type: "string", pattern: "^(?!x)" }, "openai-strict")).toEqual({
    type: "string",
    description: '(pattern: "^(?!x)")',
  });
  expect(sentAs({ type: "string", format: "uri" }, "openai-strict")).toEqual({
    type: "string",
    description: '(format: "uri")',
  });
  expect(sentAs({ type: "string", format: "email" }, "openai-strict")).toEqual({ type: "string", format: "email" });
  expect(sentAs({ type: "string", format: "email" }, "gemini")).toEqual({
    type: "string",
    description: '(format: "email")',
  });
});

test("a projection is made once per schema object and provider", () => {
  expect(projectSchema(search, "gemini")).toBe(projectSchema(search, "gemini"));
  expect(projectSchema(search, "gemini")).not.toBe(projectSchema(search, "openai-strict"));
});

test("where nothing has to change, decode returns the very value", () => {
  const value: JsonValue = { query: "a", size: 1, labels: { k: "v" } };
  expect(projectSchema(search, "anthropic").decode(value)).toBe(value);
  expect(projectSchema(search, "bedrock").decode(value)).toBe(value);
  const strict = object({
    a: { type: "array", items: object({ b: { anyOf: [{ type: "string" }, { type: "number" }] } }) },
  });
  const deep = { a: [{ b: 1 }] };
  expect(projectSchema(strict, "openai-strict").decode(deep)).toBe(deep);
});

test("an enumerated object is decoded to a copy, never to the schema's own", () => {
  const constant = { k: [1] };
  const { encode, decode } = projectSchema(object({ x: { const: constant } }), "openai-strict");
  const decoded = decode(encode({ x: constant })) as { x: unknown };
  expect(decoded).toEqual({ x: constant });
  expect(decoded.x).not.toBe(constant);
});

test("references that lead nowhere, in circles or past a stray percent sign accept anything", () => {
  const document: JsonSchema = {
    ...object({ a: { $ref: "#/$defs/nowhere" }, b: { $ref: "#/$defs/loop" }, c: { $ref: "#/$defs/%ff" } }),
    $defs: { loop: { $ref: "#/$defs/loop" } },
  };
  for (const provider of ["openai-strict", "gemini", "bedrock"] as const) {
    const { encode, decode, losses } = projectSchema(document, provider);
    expect(decode(encode({ a: 1, b: { c: [] }, c: "x" }))).toEqual({ a: 1, b: { c: [] }, c: "x" });
    expect(losses.map(({ what }) => what)).toContain("#/$defs/nowhere leads nowhere");
  }
});

test("references that multiply at every level end in text instead of never", () => {
  const $defs = Object.fromEntries(
    Array.from({ length: 40 }, (_, i) => [
      `d${i}`,
      object({ l: { $ref: `#/$defs/d${i + 1}` }, r: { $ref: `#/$defs/d${i + 1}` } }),
    ]),
  );
  const document: JsonSchema = {
    ...object({ x: { $ref: "#/$defs/d0" } }),
    $defs: { ...$defs, d40: { type: "string" } },
  };
  for (const provider of providers) expect(projectSchema(document, provider).schema.type).toBe("object");
});

test("a value nested deeper than the stack is handed on", () => {
  const document: JsonSchema = {
    ...object({ x: { $ref: "#/$defs/list" } }),
    $defs: { list: object({ next: { $ref: "#/$defs/list" } }, []) },
  };
  const bottomless = JSON.parse(`{"x":${'{"next":'.repeat(100_000)}{}${"}".repeat(100_000)}}`);
  expect(projectSchema(document, "openai-strict").decode(bottomless)).toBe(bottomless);
});

test("deep unions of look-alikes are told apart without trying every combination", () => {
  const branch = (leaf: JsonSchema) => object({ deeper: { $ref: "#/$defs/union" }, leaf }, []);
  const document: JsonSchema = {
    ...object({ x: { $ref: "#/$defs/union" } }),
    $defs: { union: { anyOf: [branch({ type: "string" }), branch({ type: "number" }), branch({ type: "boolean" })] } },
  };
  const { decode } = projectSchema(document, "openai-strict");
  const nested = JSON.parse(`{"x":${'{"deeper":'.repeat(60)}{"leaf":[]}${"}".repeat(60)}}`);
  expect(decode(nested)).toBeDefined();
  expect(projectSchema(document, "openai-strict").encode(nested)).toBeDefined();
});

test("a key that names a prototype is data like any other", () => {
  const value = JSON.parse('{"__proto__": {"polluted": true}}');
  for (const provider of providers) {
    const { encode, decode } = projectSchema({ type: "object", properties: { "a b": { type: "string" } } }, provider);
    const decoded = decode(encode(value)) as Record<string, unknown>;
    expect(Object.getPrototypeOf(decoded)).toBe(Object.prototype);
    expect(JSON.stringify(decoded)).toBe('{"__proto__":{"polluted":true}}');
  }
});

test("garbage from a model never makes decode throw", () => {
  const schema: JsonSchema = {
    ...search,
    properties: {
      ...search.properties,
      any: {},
      pair: {
        type: "array",
        prefixItems: [{ type: "string" }],
        items: { type: "object", additionalProperties: search },
      },
      union: { anyOf: [search, { type: "array", items: search }, { type: "string" }] },
      tagged: { anyOf: [{}, { type: "string" }] },
      "odd name": { type: ["object", "null"], properties: { n: { type: ["number", "null"] } } },
      self: { $ref: "#" },
    },
  };
  const key = fc.constantFrom(
    "query",
    "labels",
    "pair",
    "item1",
    "rest",
    "key",
    "value",
    "variant",
    "self",
    "odd_name",
    "tagged",
  );
  const { garbage } = fc.letrec<{ garbage: JsonValue }>((tie) => ({
    garbage: fc.oneof(
      { maxDepth: 4 },
      fc.jsonValue({ maxDepth: 1 }) as fc.Arbitrary<JsonValue>,
      fc.array(tie("garbage"), { maxLength: 3 }),
      fc.dictionary(key, tie("garbage"), { noNullPrototype: true }) as fc.Arbitrary<JsonValue>,
    ),
  }));
  fc.assert(
    fc.property(garbage, fc.constantFrom(...providers), (value, provider) => {
      projectSchema(schema, provider).decode(value);
      projectSchema(schema, provider).encode(value);
    }),
    { numRuns: 2000 },
  );
});
