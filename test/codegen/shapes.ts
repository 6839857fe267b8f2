/** Types of every shape that designs have, for tests of what is generated from them. */
import type { JsonSchema } from "../../src/tool/schema/json-schema.ts";

const closed = (properties: Record<string, JsonSchema>, required: string[] = []): JsonSchema => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});

export const shapes: Readonly<Record<string, JsonSchema>> = {
  Search: closed(
    {
      query: { type: "string", minLength: 2, maxLength: 6, description: "What to look for" },
      limit: { type: "integer", format: "int32", default: 5, minimum: 1, maximum: 100 },
      exact: { type: "boolean" },
      ratio: { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 1 },
      step: { type: "integer", multipleOf: 5, minimum: -1000, maximum: 1000 },
    },
    ["query"],
  ),
  Device: closed(
    {
      id: { type: "string", format: "uuid" },
      status: { type: "string", enum: ["online", "offline", "unknown"] },
      code: { type: "string", pattern: "^[a-z]{2}/\\d$" },
      level: { type: "integer", enum: [1, 2, 3] },
      "weird-key": { type: ["string", "null"], maxLength: 3 },
      nothing: { type: "null" },
    },
    ["status"],
  ),
  Point: closed({ x: { type: "number" }, y: { type: "number" } }, ["x", "y"]),
  Formats: closed({
    date: { type: "string", format: "date" },
    time: { type: "string", format: "time" },
    at: { type: "string", format: "date-time" },
    mail: { type: "string", format: "email" },
    host: { type: "string", format: "hostname" },
    ip4: { type: "string", format: "ipv4" },
    ip6: { type: "string", format: "ipv6" },
    link: { type: "string", format: "uri" },
    expression: { type: "string", format: "regex" },
    length: { type: "string", format: "duration" },
    data: { type: "string", format: "byte", contentEncoding: "base64" },
    other: { type: "string", format: "nobody-knows" },
  }),
  Tree: closed(
    {
      label: { type: "string", maxLength: 4 },
      weight: { type: "number", default: 1 },
      next: { $ref: "#/$defs/Tree" },
      children: { type: "array", items: { $ref: "#/$defs/Tree" }, maxItems: 3 },
    },
    ["label"],
  ),
  Figure: {
    oneOf: [
      closed({ kind: { type: "string", const: "circle" }, radius: { type: "number", minimum: 0 } }, ["kind", "radius"]),
      closed({ kind: { type: "string", const: "square" }, side: { type: "integer" } }, ["kind", "side"]),
      closed({ kind: { type: "string", enum: ["line", "ray"] }, to: { $ref: "#/$defs/Point" } }, ["kind"]),
    ],
  },
  Vague: {
    anyOf: [
      closed({ a: { type: "string" } }, ["a"]),
      closed({ b: { type: "integer" }, a: { type: "integer" } }, ["b"]),
      { type: "array", items: { type: "string" } },
      { type: "array", items: { type: "number" }, minItems: 1 },
    ],
  },
  Scalars: { anyOf: [{ type: "string", maxLength: 3 }, { type: "integer" }, { type: "boolean" }, { type: "null" }] },
  Overlap: {
    oneOf: [
      { type: "integer", minimum: 0 },
      { type: "number", maximum: 5 },
    ],
  },
  Words: { anyOf: [{ const: "yes" }, { const: "no" }, { enum: [1, null] }] },
  Box: closed({
    tuple: {
      type: "array",
      prefixItems: [{ type: "string" }, { type: "number" }],
      items: false,
      minItems: 1,
    },
    rest: { type: "array", prefixItems: [{ type: "boolean" }], items: { type: "integer" } },
    unique: { type: "array", items: { type: "integer" }, uniqueItems: true },
    labels: { type: "object", additionalProperties: { type: "string", minLength: 1 } },
    trees: { type: "object", additionalProperties: { $ref: "#/$defs/Tree" }, maxProperties: 2 },
    keyed: { type: "object", propertyNames: { type: "string", pattern: "^k" }, additionalProperties: { type: "null" } },
    named: {
      type: "object",
      patternProperties: { "^x_": { type: "integer" } },
      properties: { own: { type: "string" } },
      additionalProperties: false,
    },
    mixed: { type: "object", properties: { own: { type: "string" } }, additionalProperties: { type: "integer" } },
    open: { type: "object", properties: { own: { type: "string" } }, additionalProperties: true },
    anything: {},
    options: closed({ depth: { type: "integer", default: 2 }, name: { type: "string", default: 'a "b"' } }),
    filled: { ...closed({ depth: { type: "integer", default: 2 } }), default: {} },
    maybe: { anyOf: [{ $ref: "#/$defs/Point" }, { type: "null" }] },
    either: { type: ["string", "object"], properties: { own: { type: "string" } }, additionalProperties: false },
  }),
  /** What is required may be left out all the same where it has a default. */
  Demanded: closed({ limit: { type: "integer", default: 5 }, query: { type: "string" } }, ["limit", "query"]),
  /** Names that every object inherits. */
  Inherited: closed(
    {
      constructor: { type: "string" as const },
      toString: { type: "integer" as const },
      hasOwnProperty: { type: "boolean" as const },
    },
    ["toString"],
  ),
  InheritedDefaults: closed(
    {
      constructor: { type: "string" as const, default: "Object" },
      toString: { type: "integer" as const, default: 1 },
      below: { type: "array", items: closed({ valueOf: { type: "boolean" as const, default: true } }) },
    },
    ["constructor"],
  ),
  /** Defaults inside alternatives, told apart by a field, by their shape, or not at all. */
  Chosen: {
    oneOf: [
      closed({ kind: { const: "search" }, limit: { type: "integer", default: 5 } }, ["kind", "limit"]),
      closed({ kind: { const: "list" }, tree: { $ref: "#/$defs/Tree" } }, ["kind"]),
    ],
  },
  Either: {
    anyOf: [
      closed({ a: { type: "integer", default: 3 }, c: { type: "string" } }),
      closed({ b: { type: "integer", default: 4 }, a: { type: "string" } }),
    ],
  },
  OnlyOne: {
    oneOf: [
      closed({ a: { type: "integer", default: 3 }, c: { type: "string" } }),
      closed({ b: { type: "integer", default: 4 }, c: { type: "integer" } }),
    ],
  },
  Joined: {
    allOf: [
      { type: "object", properties: { a: { type: "string" } }, required: ["a"] },
      { type: "object", properties: { b: { type: "integer", default: 3 } } },
    ],
    not: { type: "object", properties: { a: { const: "no" } } },
    unevaluatedProperties: false,
  },
};
