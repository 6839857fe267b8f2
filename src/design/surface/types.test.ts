import { type as arktype } from "arktype";
import { expect, test } from "vitest";
import { z } from "zod";
import { compileSchema } from "../../tool/schema/compiled-schema.ts";
import type { JsonSchema } from "../../tool/schema/json-schema.ts";
import {
  Agent,
  Any,
  Args,
  ArrayOf,
  Attribute,
  Bytes,
  Default,
  Description,
  type DesignModel,
  type DesignType,
  Enum,
  Example,
  Extend,
  evaluate,
  Field,
  Float32,
  Float64,
  Format,
  Int,
  Int32,
  Int64,
  MapOf,
  Maximum,
  MaxLength,
  Minimum,
  MinLength,
  OneOf,
  Pattern,
  Required,
  Return,
  Service,
  Tool,
  Type,
  UInt,
  UInt32,
  UInt64,
  Use,
  type UserType,
} from "../index.ts";

function schemaOf(type: DesignType, block?: () => void): JsonSchema | undefined {
  return evaluate({ Thing: Type("Thing", type, block) }).types.Thing;
}

const valid = async (types: DesignModel["types"], name: string, value: unknown) => {
  const validate = await compileSchema({ $ref: `#/$defs/${name}`, $defs: types }, "output").load();
  return (await validate(value)).issues === undefined;
};

test("primitives carry their width as a format", () => {
  const primitives = { Int, Int32, Int64, UInt, UInt32, UInt64, Float32, Float64, Bytes, Any, String, Boolean };
  expect(Object.fromEntries(Object.entries(primitives).map(([name, type]) => [name, schemaOf(type)]))).toEqual({
    Int: { type: "integer", format: "int64" },
    Int32: { type: "integer", format: "int32" },
    Int64: { type: "integer", format: "int64" },
    UInt: { type: "integer", format: "uint64", minimum: 0 },
    UInt32: { type: "integer", format: "uint32", minimum: 0, maximum: 4294967295 },
    UInt64: { type: "integer", format: "uint64", minimum: 0 },
    Float32: { type: "number", format: "float" },
    Float64: { type: "number", format: "double" },
    Bytes: { type: "string", contentEncoding: "base64" },
    Any: {},
    String: { type: "string" },
    Boolean: { type: "boolean" },
  });
});

test("constraints become the keywords that suit the type", () => {
  const lengths = () => {
    MinLength(1);
    MaxLength(3);
  };
  expect(schemaOf(String, lengths)).toEqual({ type: "string", minLength: 1, maxLength: 3 });
  expect(
    schemaOf(
      ArrayOf(Int32, () => Minimum(0)),
      lengths,
    ),
  ).toEqual({
    type: "array",
    items: { type: "integer", format: "int32", minimum: 0 },
    minItems: 1,
    maxItems: 3,
  });
  expect(schemaOf(MapOf(String, Boolean), lengths)).toEqual({
    type: "object",
    additionalProperties: { type: "boolean" },
    minProperties: 1,
    maxProperties: 3,
  });
  const text = schemaOf(String, () => {
    Description("A code");
    Pattern("^[a-z]+$");
    Enum("a", "b");
    Default("a");
    Example("the second", "b");
    Example("a");
  });
  expect(text).toEqual({
    type: "string",
    description: "A code",
    pattern: "^[a-z]+$",
    enum: ["a", "b"],
    default: "a",
    examples: ["b", "a"],
  });
});

test("a format is always one that validators check", async () => {
  const samples: Record<string, [good: string, bad: string]> = {
    "date-time": ["2025-01-31T09:30:00Z", "yesterday"],
    uuid: ["123e4567-e89b-42d3-a456-426614174000", "123"],
    ip: ["192.0.2.1", "localhost"],
    mac: ["00:1b:63:84:45:e6", "00:1b"],
    cidr: ["192.0.2.0/24", "192.0.2.0"],
    regexp: ["^a$", "("],
    rfc1123: ["Mon, 02 Jan 2006 15:04:05 MST", "2006-01-02"],
  };
  for (const [format, [good, bad]] of Object.entries(samples)) {
    const { types } = evaluate({ Thing: Type("Thing", String, () => Format(format)) });
    expect([format, await valid(types, "Thing", good), await valid(types, "Thing", bad)]).toEqual([
      format,
      true,
      false,
    ]);
  }
});

test("a field without a type is a text, or an object when its block has fields", () => {
  const Thing = Type("Thing", () => {
    Attribute("name");
    Attribute("owner", () => {
      Attribute("id", Int);
      Required("id");
    });
    Field(7, "numbered", Boolean, "With a number");
  });
  expect(evaluate({ Thing }).types.Thing?.properties).toEqual({
    name: { type: "string" },
    owner: {
      type: "object",
      properties: { id: { type: "integer", format: "int64" } },
      required: ["id"],
      additionalProperties: false,
    },
    numbered: { type: "boolean", description: "With a number" },
  });
});

test("types may contain themselves and each other, and are reached without being exported", async () => {
  const Tree: UserType = Type("Tree", () => {
    Attribute("label", Label);
    Attribute("children", ArrayOf(Tree));
    Required("label");
  });
  const Label = Type("Label", String, () => MaxLength(5));
  const { types } = evaluate({ Tree });
  expect(Object.keys(types)).toEqual(["Tree", "Label"]);
  expect(types.Tree?.properties?.children).toEqual({ type: "array", items: { $ref: "#/$defs/Tree" } });
  expect(await valid(types, "Tree", { label: "a", children: [{ label: "b", children: [] }] })).toBe(true);
  expect(await valid(types, "Tree", { label: "a", children: [{ label: "too long" }] })).toBe(false);
  expect(await valid(types, "Tree", { label: "a", other: 1 })).toBe(false);
});

test("a type takes over the fields of those it extends; its own count over theirs", () => {
  const Base = Type("Base", () => {
    Attribute("id", Int);
    Attribute("note", String);
    Required("id");
  });
  const Thing = Type("Thing", () => {
    Extend(Base);
    Attribute("note", Boolean);
    Required("note");
  });
  expect(evaluate({ Thing }).types.Thing).toEqual({
    type: "object",
    properties: { id: { type: "integer", format: "int64" }, note: { type: "boolean" } },
    required: ["id", "note"],
    additionalProperties: false,
  });
});

test("OneOf is a type of alternatives, or a field that says which variant it is", async () => {
  const Thing = Type("Thing", () => {
    Attribute("serial", OneOf(String, Int32));
    OneOf("state", "What it is doing", () => {
      Attribute("online", Int32, "Since when");
      Attribute("broken", String);
    });
  });
  const { types } = evaluate({ Thing });
  expect(types.Thing?.properties?.serial).toEqual({
    anyOf: [{ type: "string" }, { type: "integer", format: "int32" }],
  });
  expect(types.Thing?.properties?.state).toMatchObject({
    description: "What it is doing",
    anyOf: [
      {
        type: "object",
        description: "Since when",
        properties: { type: { type: "string", const: "online" }, value: { type: "integer", format: "int32" } },
      },
      {},
    ],
  });
  expect(await valid(types, "Thing", { serial: 1, state: { type: "broken", value: "fan" } })).toBe(true);
  expect(await valid(types, "Thing", { state: { type: "online", value: "fan" } })).toBe(false);
});

test("a map may constrain its keys", () => {
  const Code = Type("Code", String, () => Pattern("^[A-Z]+$"));
  expect(schemaOf(MapOf(Code, Float64))).toEqual({
    type: "object",
    propertyNames: { $ref: "#/$defs/Code" },
    additionalProperties: { type: "number", format: "double" },
  });
});

test("a Standard Schema may stand for a type; what it defines moves to the model's types", async () => {
  const Node = z.object({
    value: z.int(),
    get next() {
      return Node.optional();
    },
  });
  const Thing = Type("Thing", () => {
    Attribute("email", z.email(), "Of the owner");
    Attribute("list", Node);
    Attribute("lists", ArrayOf(Node));
    Required("email");
  });
  const { types } = evaluate({ Thing });
  expect(types.Thing?.properties?.email).toMatchObject({
    type: "string",
    format: "email",
    description: "Of the owner",
  });
  expect(await valid(types, "Thing", { email: "a@b.example", list: { value: 1, next: { value: 2 } } })).toBe(true);
  expect(await valid(types, "Thing", { email: "a@b.example", list: { value: 1, next: { value: "2" } } })).toBe(false);
  expect(await valid(types, "Thing", { email: "a@b.example", list: { value: 1, other: 2 } })).toBe(false);
  expect(JSON.stringify(types)).not.toContain('"$defs":');
});

test("values that a type is given are checked against it, also through references", () => {
  const Level = Type("Level", Int, () => {
    Minimum(1);
    Maximum(5);
  });
  const good = Type("Good", () => Attribute("level", Level, () => Default(3)));
  expect(evaluate({ good }).types.Good?.properties?.level).toEqual({ $ref: "#/$defs/Level", default: 3 });
  const bad = Type("Bad", () => Attribute("level", Level, () => Default(6)));
  expect(() => evaluate({ bad })).toThrow(/the default 6 does not fit its own type/);
});

test("schemas of other libraries that are functions are types, not blocks", () => {
  const Thing = Type("Thing", () => Attribute("point", arktype({ x: "number", y: "number" })));
  expect(evaluate({ Thing }).types.Thing?.properties?.point).toMatchObject({
    type: "object",
    required: ["x", "y"],
    additionalProperties: false,
  });
});

test("a Standard Schema may be the arguments and the result of a tool", () => {
  const desk = Service("desk", () =>
    Agent("chat", () =>
      Use("docs", () =>
        Tool("search", "Search", () => {
          Args(z.object({ query: z.string(), limit: z.int().default(5) }), "What to look for");
          Return(z.object({ documents: z.array(z.string()), count: z.number().default(0) }));
        }),
      ),
    ),
  );
  const tool = evaluate({ desk }).toolsets[0]?.tools[0];
  expect(tool?.payload).toMatchObject({
    name: "SearchPayload",
    schema: { required: ["query"], additionalProperties: false, description: "What to look for" },
  });
  // What comes out of a library's schema has its defaults filled in.
  expect(tool?.result).toMatchObject({ name: "SearchResult", schema: { required: ["documents", "count"] } });
});

test("the values of the user stay the user's", () => {
  const fallback = { labels: ["a"] };
  const Thing = Type("Thing", () => {
    Attribute("options", Any, () => {
      Default(fallback);
      Example(fallback);
    });
  });
  expect(evaluate({ Thing }).types.Thing?.properties?.options).toEqual({ default: fallback, examples: [fallback] });
  expect([fallback, fallback.labels].some(Object.isFrozen)).toBe(false);
});
