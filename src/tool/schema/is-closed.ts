/** Whether a schema names every key of every object it admits, so that a key check alone refuses all others. */
import { isSchemaObject, type JsonSchema, type JsonSchemaNode, typesOf } from "./json-schema.ts";
import { subschemasOf } from "./subschemas.ts";

export function isClosed(schema: JsonSchema): boolean {
  return !admitsUnnamedKeys(schema);
}

function admitsUnnamedKeys(node: JsonSchemaNode): boolean {
  if (!isSchemaObject(node)) return node;
  if (isOpenObject(node) || isUntyped(node)) return true;
  return [...subschemasOf(node)].some(admitsUnnamedKeys);
}

function isOpenObject(node: JsonSchema): boolean {
  return typesOf(node).includes("object") && node.additionalProperties !== false && !isComposed(node);
}

/** Any value at all, objects included. */
function isUntyped(node: JsonSchema): boolean {
  const saysSomething = [node.type, node.$ref, node.enum, node.const].some((keyword) => keyword !== undefined);
  return !saysSomething && !isComposed(node);
}

function isComposed(node: JsonSchema): boolean {
  return [node.anyOf, node.oneOf, node.allOf].some((keyword) => keyword !== undefined);
}
