/**
 * Whether values of one type can be handed over as another: the fields are there and hold the same kinds of values.
 * Limits are not compared, whoever takes the value checks them; what is not surely alike is left to a mapper that a
 * person writes.
 */
import { jsonEqual } from "../../json/json-equal.ts";
import { isSchemaObject, type JsonSchema, type JsonSchemaNode } from "../../tool/schema/json-schema.ts";
import { fixedValuesOf } from "../codecs/fixed-values.ts";
import { isAnnotation, type SchemaReader } from "../codecs/schema-reader.ts";

/** `isWhole`: every field of the source has to be one of the target's, because nothing is picked from it. */
export function schemaFits(
  source: JsonSchemaNode,
  target: JsonSchemaNode,
  reader: SchemaReader,
  { isWhole = true, seen = new Set<string>() }: { isWhole?: boolean; seen?: Set<string> } = {},
): boolean {
  const pair = JSON.stringify([source, target]);
  // A recursive type fits where everything around the recursion does.
  if (seen.has(pair)) return true;
  seen.add(pair);
  const [from, to] = [reader.resolve(source), reader.resolve(target)];
  if (!isSchemaObject(from) || !isSchemaObject(to)) return to === true;
  if (jsonEqual(asserted(from), asserted(to)) && isWhole) return true;
  if (Object.keys(asserted(to)).length === 0) return true;
  if (from.type === "object" && to.type === "object") return objectFits(from, to, reader, { isWhole, seen });
  if (from.type === "array" && to.type === "array") {
    return schemaFits(itemsOf(from), itemsOf(to), reader, { seen });
  }
  const wanted = fixedValuesOf(to);
  if (wanted !== undefined) {
    return fixedValuesOf(from)?.every((value) => wanted.some((other) => jsonEqual(value, other))) ?? false;
  }
  return isScalar(to) && (from.type === to.type || (from.type === "integer" && to.type === "number"));
}

function objectFits(
  from: JsonSchema,
  to: JsonSchema,
  reader: SchemaReader,
  { isWhole, seen }: { isWhole: boolean; seen: Set<string> },
): boolean {
  const [given, wanted] = [from.properties ?? {}, to.properties ?? {}];
  if (isSchemaObject(from.additionalProperties) || isSchemaObject(to.additionalProperties)) return false;
  if (isWhole && Object.keys(given).some((name) => !Object.hasOwn(wanted, name))) return false;
  return Object.entries(wanted).every(([name, node]) => {
    const mustBeThere = (to.required ?? []).includes(name) && !hasDefault(node);
    if (!Object.hasOwn(given, name)) return !mustBeThere;
    const source = given[name] ?? true;
    const isThere = (from.required ?? []).includes(name) || hasDefault(source);
    return (isThere || !mustBeThere) && schemaFits(source, node, reader, { seen });
  });
}

function hasDefault(node: JsonSchemaNode): boolean {
  return isSchemaObject(node) && node.default !== undefined;
}

function itemsOf({ items = true, prefixItems }: JsonSchema): JsonSchemaNode {
  return Array.isArray(items) || prefixItems !== undefined ? false : (items as JsonSchemaNode);
}

function isScalar({ type }: JsonSchema): boolean {
  return typeof type === "string" && type !== "object" && type !== "array";
}

function asserted(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !isAnnotation(keyword)));
}
