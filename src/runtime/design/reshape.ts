/**
 * From the shape of a tool to the shape of the method behind it, and back: of a value, what another type has of it.
 * Fields are matched by name; what the type does not have is left out, and what the value does not have is filled with
 * the type's default, if there is one.
 */
import { isObject } from "../../json/json.ts";
import { isSchemaObject, type JsonSchema, type JsonSchemaNode, resolveRef } from "../../tool/schema/json-schema.ts";

/** `schema`: on its own, with whatever it refers to. */
export function reshape(value: unknown, schema: JsonSchema): unknown {
  return shaped(value, schema, schema);
}

/** What a node stands for; undefined when it says nothing. */
export function followed(node: JsonSchemaNode | undefined, root: JsonSchema): JsonSchema | undefined {
  let schema = node;
  const seen = new Set<string>();
  while (isSchemaObject(schema) && schema.$ref !== undefined && !seen.has(schema.$ref)) {
    seen.add(schema.$ref);
    schema = resolveRef(root, schema.$ref);
  }
  return isSchemaObject(schema) ? schema : undefined;
}

function shaped(value: unknown, node: JsonSchemaNode | undefined, root: JsonSchema): unknown {
  const schema = followed(node, root);
  if (schema === undefined) return value;
  if (isObject(value)) return shapedObject(value, schema, root);
  const { items } = schema;
  return Array.isArray(value) && isSchemaObject(items) ? value.map((item) => shaped(item, items, root)) : value;
}

function shapedObject(value: Record<string, unknown>, schema: JsonSchema, root: JsonSchema): unknown {
  const { properties, additionalProperties } = schema;
  if (properties === undefined) {
    const entries = Object.entries(value).map(([key, each]) => [
      key,
      shaped(each, valuesOf(additionalProperties), root),
    ]);
    return Object.fromEntries(entries);
  }
  const entries = Object.entries(properties).flatMap(([name, property]) => {
    const found = Object.hasOwn(value, name) ? value[name] : undefined;
    if (found !== undefined) return [[name, shaped(found, property, root)] as const];
    const fallback = followed(property, root)?.default;
    return fallback === undefined ? [] : [[name, structuredClone(fallback)] as const];
  });
  return Object.fromEntries(entries);
}

function valuesOf(additionalProperties: JsonSchemaNode | undefined): JsonSchema | undefined {
  return isSchemaObject(additionalProperties) ? additionalProperties : undefined;
}
