/**
 * Joins schemas that have to hold together (`allOf`, or keywords beside a union) into one that says the same.
 * Undefined when no single schema can be read off exactly; nothing is ever approximated. Speaks draft 2020-12.
 */
import { jsonEqual } from "../../json/json-equal.ts";
import { isSchemaObject, type JsonSchema, type JsonSchemaNode, type JsonSchemaType, typesOf } from "./json-schema.ts";

export function mergeSchemas(left: JsonSchemaNode, right: JsonSchemaNode): JsonSchemaNode | undefined {
  if (left === false || right === false) return false;
  if (left === true) return right;
  if (right === true) return left;
  if (!mayShareOneSchema(left, right)) return undefined;

  const merged: Record<string, unknown> = { ...left };
  for (const [keyword, value] of Object.entries(right)) {
    if (!Object.hasOwn(merged, keyword) || jsonEqual(merged[keyword], value)) merged[keyword] = value;
    else {
      const joined = mergeKeyword(keyword, left, right);
      if (joined === undefined) return undefined;
      merged[keyword] = joined;
    }
  }
  return merged as JsonSchema;
}

/** What both values of one keyword amount to together; undefined when that cannot be said with the one keyword. */
function mergeKeyword(keyword: string, left: JsonSchema, right: JsonSchema): unknown {
  const [one, other] = [left[keyword], right[keyword]];
  switch (keyword) {
    case "type":
      return commonTypes(left, right);
    case "properties":
      return mergeProperties(left.properties ?? {}, right.properties ?? {});
    case "required":
      return [...new Set([...(left.required ?? []), ...(right.required ?? [])])];
    case "enum": {
      const common = left.enum?.filter((value) => right.enum?.some((allowed) => jsonEqual(allowed, value)));
      return common?.length === 0 ? undefined : common;
    }
    case "items":
    case "additionalProperties":
      return Array.isArray(one) || Array.isArray(other)
        ? undefined
        : mergeSchemas(one as JsonSchemaNode, other as JsonSchemaNode);
    case "minimum":
    case "exclusiveMinimum":
    case "minLength":
    case "minItems":
    case "minProperties":
      return Math.max(one as number, other as number);
    case "maximum":
    case "exclusiveMaximum":
    case "maxLength":
    case "maxItems":
    case "maxProperties":
      return Math.min(one as number, other as number);
    case "description":
      return `${one}\n${other}`;
    case "title":
    case "default":
    case "examples":
    case "$comment":
      return other; // annotations bind nothing: the later, more particular one speaks
    default:
      return undefined;
  }
}

function commonTypes(left: JsonSchema, right: JsonSchema): JsonSchemaType | JsonSchemaType[] | undefined {
  const [some, others] = [typesOf(left), typesOf(right)];
  const common = some.filter((type) => others.includes(type) || (type === "integer" && others.includes("number")));
  if (others.includes("integer") && some.includes("number")) common.push("integer");
  const [first, ...more] = common;
  return first === undefined ? undefined : more.length === 0 ? first : common;
}

function mergeProperties(
  left: Readonly<Record<string, JsonSchemaNode>>,
  right: Readonly<Record<string, JsonSchemaNode>>,
): Record<string, JsonSchemaNode> | undefined {
  const merged = new Map(Object.entries(left));
  for (const [name, node] of Object.entries(right)) {
    const joined = mergeSchemas(merged.get(name) ?? true, node);
    if (joined === undefined) return undefined;
    merged.set(name, joined);
  }
  return Object.fromEntries(merged);
}

/** Keywords that look at their neighbours: beside keywords of the other schema they would mean something else. */
const CONTEXTUAL = [
  ["prefixItems", "items"],
  ["if", "then", "else"],
  ["contains", "minContains", "maxContains"],
  [
    "unevaluatedProperties",
    "properties",
    "additionalProperties",
    "patternProperties",
    "anyOf",
    "oneOf",
    "allOf",
    "$ref",
  ],
  ["unevaluatedItems", "prefixItems", "items", "contains", "anyOf", "oneOf", "allOf", "$ref"],
] as const;

function mayShareOneSchema(left: JsonSchema, right: JsonSchema): boolean {
  // A closed object forbids what only the other one declares; merging the two lists would let it in again.
  if (!allows(left, right) || !allows(right, left)) return false;
  return CONTEXTUAL.every(([reader, ...neighbours]) => {
    const isRead = left[reader] !== undefined || right[reader] !== undefined;
    const keywords = [reader, ...neighbours];
    return !isRead || !keywords.some((k) => left[k] !== undefined) || !keywords.some((k) => right[k] !== undefined);
  });
}

function allows(closed: JsonSchema, declaring: JsonSchema): boolean {
  const { additionalProperties, patternProperties } = closed;
  const isOpen = additionalProperties === undefined || additionalProperties === true || isEmpty(additionalProperties);
  if (isOpen && patternProperties === undefined) return true;
  const declared = Object.keys(declaring.properties ?? {});
  if (additionalProperties !== undefined && declaring.patternProperties !== undefined) return false;
  return declared.every((name) => Object.hasOwn(closed.properties ?? {}, name));
}

function isEmpty(node: JsonSchemaNode): boolean {
  return isSchemaObject(node) && Object.keys(node).length === 0;
}
