/**
 * Where schemas stand inside a schema. Every walk over a document uses this one table, so that data which merely
 * looks like a schema (an `enum` value, a `default`, an example) is never mistaken for one.
 */
import { isSchemaObject, type JsonSchema, type JsonSchemaNode } from "./json-schema.ts";

/** Keywords whose value holds schemas by names of the author's. */
export const SCHEMA_MAPS = [
  "properties",
  "patternProperties",
  "$defs",
  "definitions",
  "dependentSchemas",
  "dependencies",
] as const;
const SCHEMA_LISTS = ["allOf", "anyOf", "oneOf", "prefixItems", "items"] as const;
const SCHEMAS = [
  "items",
  "additionalItems",
  "additionalProperties",
  "contains",
  "propertyNames",
  "not",
  "if",
  "then",
  "else",
  "unevaluatedItems",
  "unevaluatedProperties",
] as const;

/** The schemas directly inside `schema`, booleans included. */
export function* subschemasOf(schema: JsonSchema): Generator<JsonSchemaNode> {
  for (const keyword of SCHEMA_MAPS) {
    const map = schema[keyword];
    if (isSchemaObject(map)) yield* Object.values(map).filter(isNode);
  }
  for (const keyword of SCHEMA_LISTS) {
    const list = schema[keyword];
    if (Array.isArray(list)) yield* list.filter(isNode);
  }
  for (const keyword of SCHEMAS) {
    const node = schema[keyword];
    if (isNode(node)) yield node;
  }
}

/** The schema with each schema directly inside it replaced; the same object when `replace` changes none. */
export function mapSubschemas(schema: JsonSchema, replace: (node: JsonSchemaNode) => JsonSchemaNode): JsonSchema {
  const changes: Record<string, unknown> = {};
  const replaceAny = (value: unknown): unknown => (isNode(value) ? replace(value) : value);
  for (const keyword of SCHEMA_MAPS) {
    const map = schema[keyword];
    if (!isSchemaObject(map)) continue;
    const entries = Object.entries(map).map(([key, node]): [string, unknown] => [key, replaceAny(node)]);
    if (entries.some(([key, node]) => node !== map[key])) changes[keyword] = Object.fromEntries(entries);
  }
  for (const keyword of SCHEMA_LISTS) {
    const list: unknown = schema[keyword];
    if (!Array.isArray(list)) continue;
    const replaced = list.map(replaceAny);
    if (replaced.some((node, index) => node !== list[index])) changes[keyword] = replaced;
  }
  for (const keyword of SCHEMAS) {
    const node = schema[keyword];
    if (!isNode(node)) continue;
    const replaced = replace(node);
    if (replaced !== node) changes[keyword] = replaced;
  }
  return Object.keys(changes).length === 0 ? schema : { ...schema, ...changes };
}

function isNode(value: unknown): value is JsonSchemaNode {
  return typeof value === "boolean" || isSchemaObject(value);
}
