/**
 * Gemini function declarations. Relies on `parameters` being a `Schema`, a subset of OpenAPI 3.0: one `type`, with
 * `nullable` beside it; `enum` of non-empty strings on strings only; `anyOf`; sizes, ranges and `pattern`; the formats
 * `date-time`, `int32`, `int64`, `float` and `double`. It has no `$ref`, `const`, `oneOf`, `allOf`,
 * `additionalProperties` or tuples; an object is the properties it declares, of which there has to be one. Names start
 * with a letter or an underscore and go on with letters, digits and underscores, 64 in all.
 */
import { isSchemaObject, type JsonSchema, type JsonSchemaNode, typesOf } from "../schema/json-schema.ts";
import { mapSubschemas } from "../schema/subschemas.ts";
import { withoutKeywords } from "../schema/without-keywords.ts";
import { type Dialect, isRegular } from "./dialect.ts";

const FORMATS: Readonly<Record<string, readonly string[]>> = {
  string: ["date-time"],
  integer: ["int32", "int64"],
  number: ["float", "double"],
};

export const gemini: Dialect = {
  keywords: new Set([
    "title",
    "format",
    "pattern",
    "minLength",
    "maxLength",
    "minimum",
    "maximum",
    "minItems",
    "maxItems",
    "minProperties",
    "maxProperties",
  ]),
  allows(keyword, value, type) {
    if (keyword === "format") return FORMATS[type]?.includes(value as string) === true;
    return keyword !== "pattern" || isRegular(value);
  },
  allowsAtRoot: () => true,
  optionalProperties: true,
  openObjects: false,
  emptyObjects: false,
  references: false,
  enumValues: "strings",
  nullType: false,
  propertyName: { pattern: /^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/, unwanted: /[^a-zA-Z0-9_]/g, longest: 64 },
  finish: (schema) => toOpenApi(schema) as JsonSchema,
};

/** Writes null as `nullable`, and leaves out that objects are closed: here they cannot be anything else. */
function toOpenApi(node: JsonSchemaNode): JsonSchemaNode {
  if (!isSchemaObject(node)) return node;
  const inner = withoutKeywords(mapSubschemas(node, toOpenApi), "additionalProperties");
  const types = typesOf(inner).filter((type) => type !== "null");
  const branches = inner.anyOf?.filter((branch) => !isNull(branch));
  if (branches !== undefined && branches.length < (inner.anyOf?.length ?? 0)) {
    const [only, ...others] = branches;
    const union = others.length === 0 && isSchemaObject(only) ? only : { anyOf: branches };
    return { ...union, ...withoutKeywords(inner, "anyOf"), nullable: true };
  }
  if (types.length === typesOf(inner).length) return inner;
  const values = inner.enum?.filter((value) => value !== null);
  return { ...inner, ...(types[0] && { type: types[0] }), ...(values && { enum: values }), nullable: true };
}

function isNull(node: JsonSchemaNode): boolean {
  return isSchemaObject(node) && node.type === "null";
}
