/**
 * From the shape of a tool to the shape of the method behind it, and back: of a value, what another type has of it.
 * Fields are matched by name, whatever their case and separators; what the type does not have is left out, and what the
 * value does not have is filled with the type's default, if there is one.
 */
import { looseName } from "../../design/names/slug.ts";
import { isObject } from "../../json/json.ts";
import { isSchemaObject, type JsonSchema, type JsonSchemaNode, resolveRef } from "../../tool/schema/json-schema.ts";

/** `schema`: on its own, with whatever it refers to. */
export function reshape(value: unknown, schema: JsonSchema): unknown {
  return shaped(value, schema, schema);
}

function shaped(value: unknown, node: JsonSchemaNode, root: JsonSchema): unknown {
  const schema = followed(node, root);
  if (schema === undefined) return value;
  if (Array.isArray(value)) {
    const { items } = schema;
    return items === undefined || Array.isArray(items)
      ? value
      : value.map((item) => shaped(item, items as JsonSchemaNode, root));
  }
  return isObject(value) ? shapedObject(value, schema, root) : value;
}

function shapedObject(value: Record<string, unknown>, schema: JsonSchema, root: JsonSchema): unknown {
  const { properties, additionalProperties } = schema;
  if (properties === undefined) {
    if (!isSchemaObject(additionalProperties)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, shaped(each, additionalProperties, root)]),
    );
  }
  const keys = new Map(Object.keys(value).map((key) => [looseName(key), key]));
  const entries = Object.entries(properties).flatMap(([name, property]) => {
    const key = Object.hasOwn(value, name) ? name : keys.get(looseName(name));
    const found = key === undefined ? undefined : value[key];
    if (found !== undefined) return [[name, shaped(found, property, root)] as const];
    const fallback = followed(property, root)?.default;
    return fallback === undefined ? [] : [[name, structuredClone(fallback)] as const];
  });
  return Object.fromEntries(entries);
}

/** Fields that the one type requires and the other can never supply. */
export function missingFields(from: JsonSchema, to: JsonSchema): string[] {
  const source = followed(from, from);
  const target = followed(to, to);
  if (source?.properties === undefined || target?.properties === undefined) return [];
  const supplied = new Set(Object.keys(source.properties).map(looseName));
  const { required = [], properties } = target;
  return required.filter((name) => {
    const node = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return !supplied.has(looseName(name)) && (node === undefined || followed(node, to)?.default === undefined);
  });
}

function followed(node: JsonSchemaNode, root: JsonSchema): JsonSchema | undefined {
  let schema: JsonSchemaNode | undefined = node;
  const seen = new Set<string>();
  while (isSchemaObject(schema) && schema.$ref !== undefined && !seen.has(schema.$ref)) {
    seen.add(schema.$ref);
    schema = resolveRef(root, schema.$ref);
  }
  return isSchemaObject(schema) ? schema : undefined;
}
