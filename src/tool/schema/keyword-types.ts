/** Which keywords speak of which type of value, and what that says about a schema without a `type`. */
import { type JsonSchema, type JsonSchemaType, typesOf } from "./json-schema.ts";

type ConstrainedType = "string" | "number" | "array" | "object";

const KEYWORDS: Readonly<Record<ConstrainedType, readonly string[]>> = {
  string: ["minLength", "maxLength", "pattern", "format", "contentEncoding", "contentMediaType", "contentSchema"],
  number: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
  array: [
    "items",
    "prefixItems",
    "minItems",
    "maxItems",
    "uniqueItems",
    "contains",
    "minContains",
    "maxContains",
    "unevaluatedItems",
  ],
  object: [
    "properties",
    "required",
    "additionalProperties",
    "patternProperties",
    "propertyNames",
    "minProperties",
    "maxProperties",
    "dependentRequired",
    "dependentSchemas",
    "unevaluatedProperties",
  ],
};

const TYPE_OF_KEYWORD: ReadonlyMap<string, ConstrainedType> = new Map(
  Object.entries(KEYWORDS).flatMap(([type, keywords]) => keywords.map((keyword) => [keyword, type as ConstrainedType])),
);

/** The type of value a keyword constrains; undefined for keywords that speak of any value. */
export function typeOfKeyword(keyword: string): ConstrainedType | undefined {
  return TYPE_OF_KEYWORD.get(keyword);
}

/** The types a schema says or, when it says none, the ones its keywords are about; empty when it may be anything. */
export function impliedTypes(schema: JsonSchema): readonly JsonSchemaType[] {
  const declared = typesOf(schema);
  if (declared.length > 0) return declared;
  const implied = Object.keys(schema).map(typeOfKeyword);
  return [...new Set(implied)].filter((type) => type !== undefined);
}
