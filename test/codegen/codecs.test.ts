/** What a generated decoder says, and what it leaves alone. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { addCodecs } from "../../src/codegen/codecs/codecs-module.ts";
import { RUNTIME_NAMES } from "../../src/codegen/codecs/runtime-names.ts";
import * as runtime from "../../src/codegen/runtime/index.ts";
import { ModuleText } from "../../src/codegen/text/module-text.ts";
import { TypeCatalog } from "../../src/codegen/types/type-catalog.ts";
import type { JsonSchema } from "../../src/tool/schema/json-schema.ts";
import { generateCodecs } from "./generate-codecs.ts";
import { GeneratedFolder } from "./generated-folder.ts";

const types: Record<string, JsonSchema> = {
  Search: {
    type: "object",
    properties: {
      query: { type: "string", minLength: 2, description: "What to look for" },
      limit: { type: "integer", default: 5, minimum: 1, maximum: 100 },
      status: { type: "string", enum: ["open", "closed"] },
      at: { type: "string", format: "date-time" },
      code: { type: "string", pattern: "^a/\\d$" },
      constructor: { type: "boolean" } as const,
      issues: { type: "array", items: { $ref: "#/$defs/Item" } },
    },
    required: ["query"],
    additionalProperties: false,
  },
  Item: {
    type: "object",
    properties: { id: { type: "string" }, target: { $ref: "#/$defs/Target" } },
    required: ["id"],
    additionalProperties: false,
  },
  Target: { anyOf: [{ $ref: "#/$defs/Page" }, { type: "string" }, { type: "null" }] },
  Page: {
    type: "object",
    properties: { url: { type: "string", format: "uri" }, depth: { type: "integer", default: 1 } },
    required: ["url"],
    additionalProperties: false,
  },
  Odd: {
    type: "object",
    properties: {
      ...Object.fromEntries(
        ["is_object", "count_keys", "own", "issues", "input", "output", "decode_odd", "user_codecs"].map((name) => [
          name,
          { type: "string" },
        ]),
      ),
      known: { type: "integer", default: 1 },
    },
    additionalProperties: false,
  },
  Nothing: { type: "object", properties: {}, additionalProperties: false },
  Figure: {
    oneOf: ["circle", "square"].map((kind) => ({
      type: "object",
      properties: { kind: { const: kind }, size: { type: "number", default: 1 } },
      required: ["kind"],
      additionalProperties: false,
    })),
  },
};

let folder: GeneratedFolder;
let codecs: Record<string, runtime.Codec<unknown>>;
beforeAll(async () => {
  folder = new GeneratedFolder(generateCodecs(types));
  codecs = await folder.import("codecs.ts");
});
afterAll(() => folder[Symbol.dispose]());

const codec = (name: string) => codecs[name]!;
const issuesOf = (name: string, value: unknown) =>
  codec(name)
    .tryDecode(value)
    .issues?.map(({ field, constraint }) => `${field} ${constraint}`);

test("everything that is wrong is said at once, each with its field and its constraint", () => {
  const value = {
    limit: 0,
    status: "opened",
    at: "soon",
    code: "b",
    issues: [{ id: 1 }, { id: "x", more: 1 }, 7],
    quest: "",
  };
  expect(issuesOf("searchCodec", value)).toEqual([
    "query missing_field",
    "limit invalid_range",
    "status invalid_enum_value",
    "at invalid_format",
    "code invalid_pattern",
    "issues[0].id invalid_field_type",
    "issues[1].more unknown_field",
    "issues[2] invalid_field_type",
    "quest unknown_field",
  ]);
});

test("an issue carries what was expected, what came, the limits, and what the design says of the field", () => {
  expect(codec("searchCodec").tryDecode({ query: "a", status: 3 }).issues).toEqual([
    {
      field: "query",
      path: ["query"],
      constraint: "invalid_length",
      message: 'expected at least 2 characters, received "a"',
      expected: "at least 2 characters",
      received: '"a"',
      minLength: 2,
      description: "What to look for",
    },
    {
      field: "status",
      path: ["status"],
      constraint: "invalid_enum_value",
      message: 'expected one of "open", "closed", received 3',
      expected: 'one of "open", "closed"',
      received: "3",
      allowed: ["open", "closed"],
    },
  ]);
});

test("a value with nothing to fill comes back as the same object; a default makes a copy of its own path only", () => {
  const full = { query: "web", limit: 3, issues: [{ id: "a" }] };
  expect(codec("searchCodec").decode(full)).toBe(full);
  const partial = { query: "web", issues: [{ id: "a" }] };
  const decoded = codec("searchCodec").decode(partial) as typeof full;
  expect(decoded).toEqual({ query: "web", limit: 5, issues: [{ id: "a" }] });
  expect(decoded.issues).toBe(partial.issues);
  expect(partial).not.toHaveProperty("limit");
});

test("a default inside an alternative is filled too", () => {
  const value = { id: "a", target: { url: "https://example.com/" } };
  expect(codec("itemCodec").decode(value)).toEqual({ id: "a", target: { url: "https://example.com/", depth: 1 } });
  expect(codec("figureCodec").decode({ kind: "square" })).toEqual({ kind: "square", size: 1 });
});

test("the alternative that was meant is the one whose issues are told", () => {
  expect(issuesOf("itemCodec", { id: "a", target: { url: "here", dept: 2 } })).toEqual([
    "target.url invalid_format",
    "target.dept unknown_field",
  ]);
  expect(issuesOf("figureCodec", { kind: "square", size: "big" })).toEqual(["size invalid_field_type"]);
  expect(issuesOf("figureCodec", { kind: "round" })).toEqual(["kind invalid_enum_value"]);
  expect(issuesOf("figureCodec", {})).toEqual(["kind missing_field"]);
});

test("a field that every object inherits is only there when it was sent", () => {
  expect(codec("searchCodec").tryDecode({ query: "web", limit: 1 }).issues).toBeUndefined();
  expect(issuesOf("searchCodec", { query: "web", constructor: "x" })).toEqual(["constructor invalid_field_type"]);
});

test("__proto__ is refused as the unknown key that it is", () => {
  expect(issuesOf("searchCodec", JSON.parse('{"query":"web","__proto__":{"limit":1}}'))).toEqual([
    "__proto__ unknown_field",
  ]);
});

test("JSON text is decoded and encoded; empty text only stands for a type without fields", () => {
  expect(codec("searchCodec").fromJSON('{"query":"web"}')).toEqual({ query: "web", limit: 5 });
  expect(codec("nothingCodec").fromJSON("")).toEqual({});
  expect(() => codec("searchCodec").fromJSON("")).toThrow("not valid JSON");
  expect(codec("searchCodec").toJSON({ query: "web", limit: 1 })).toBe('{"query":"web","limit":1}');
  expect(() => codec("searchCodec").toJSON({ limit: 1 })).toThrow(runtime.DecodeError);
});

test("a decode error lists the issues as lines and keeps them as data", () => {
  expect(() => codec("itemCodec").decode({ id: 1, more: 2 })).toThrow(
    expect.objectContaining({
      code: "invalid_value",
      message: "not a Item:\n- id: expected string, received 1\n- more: unknown key; allowed keys: id, target",
    }),
  );
});

test("a codec is a Standard Schema that describes itself in either draft, with everything it refers to", () => {
  const { jsonSchema, vendor } = codec("itemCodec")["~standard"];
  expect(vendor).toBe("kigumi");
  expect(Object.keys((jsonSchema.input({ target: "draft-2020-12" }) as JsonSchema).$defs ?? {})).toEqual([
    "Page",
    "Target",
  ]);
  expect(jsonSchema.output({ target: "draft-07" })).toHaveProperty("definitions.Target");
});

test.each([
  ["contains", { type: "array", contains: { type: "string" } }],
  ["if", { type: "object", if: { required: ["a"] } }],
  ["regular expression", { type: "string", pattern: "(" }],
  ["__proto__", { type: "object", properties: JSON.parse('{"__proto__":{"type":"string"}}') }],
  ["leads to no type", { type: "array", items: { $ref: "#/$defs/Missing" } }],
] as [string, JsonSchema][])("a schema that no exact decoder can be written for is refused: %s", (word, Odd) => {
  const catalog = new TypeCatalog({ Odd });
  const write = () => addCodecs(new ModuleText(""), { catalog, types: catalog.types, typesFile: "./types.ts" });
  expect(write).toThrow(
    expect.objectContaining({ code: "unsupported_schema", message: expect.stringContaining(word) }),
  );
});

test("everything that generated decoders import is there, and fields of the same names do not hide it", () => {
  const values = RUNTIME_NAMES.filter((name) => name !== "Step");
  expect(Object.keys(runtime)).toEqual(expect.arrayContaining(values));
  const odd = {
    is_object: "",
    count_keys: "",
    own: "",
    issues: "",
    input: "",
    output: "",
    decode_odd: "",
    user_codecs: "",
  };
  expect(codec("oddCodec").decode(odd)).toEqual({ ...odd, known: 1 });
  expect(issuesOf("oddCodec", { ...odd, issues: 1 })).toEqual(["issues invalid_field_type"]);
});
