/**
 * Closes every object of an author's schema: keys it does not name are refused. An object that says otherwise itself
 * (`additionalProperties`, or no `properties` at all) is left as it is. Where objects are composed, closing a branch
 * would refuse its siblings' keys, so the composition is closed as a whole in 2020-12 and stays open in a draft-07
 * document, which cannot say it; the key check refuses unknown keys at run time either way.
 */
import { isSchemaObject, type JsonSchema, type JsonSchemaNode, resolveRef, type SchemaTarget } from "./json-schema.ts";
import { mapSubschemas, subschemasOf } from "./subschemas.ts";

export function closeObjects(schema: JsonSchema, target: SchemaTarget): JsonSchema {
  const parts = partsOfCompositions(schema);
  const close = (node: JsonSchemaNode): JsonSchemaNode => {
    if (!isSchemaObject(node)) return node;
    const closed = mapSubschemas(node, close);
    if (parts.has(node) || saysItself(node)) return closed;
    if (joinsObjects(node)) return target === "draft-2020-12" ? { ...closed, unevaluatedProperties: false } : closed;
    return node.properties === undefined ? closed : { ...closed, additionalProperties: false };
  };
  return close(schema) as JsonSchema;
}

function saysItself(node: JsonSchema): boolean {
  return node.additionalProperties !== undefined || node.unevaluatedProperties !== undefined;
}

/** Several schemas speak of this one object together. A bare union does not: each branch speaks for itself. */
function joinsObjects(node: JsonSchema): boolean {
  if (node.allOf !== undefined || node.if !== undefined || node.dependentSchemas !== undefined) return true;
  const isUnionOrRef = node.anyOf !== undefined || node.oneOf !== undefined || node.$ref !== undefined;
  return isUnionOrRef && node.properties !== undefined;
}

/** The schemas that describe only a part of an object: branches of a composition, and what they refer to. */
function partsOfCompositions(root: JsonSchema): Set<JsonSchema> {
  const parts = new Set<JsonSchema>();
  const seen = new Set<JsonSchema>();

  const mark = (node: unknown): void => {
    if (!isSchemaObject(node) || parts.has(node)) return;
    parts.add(node);
    for (const branch of [...(node.allOf ?? []), ...(node.anyOf ?? []), ...(node.oneOf ?? [])]) mark(branch);
    if (node.$ref !== undefined) mark(resolveRef(root, node.$ref));
  };
  const visit = (node: JsonSchemaNode): void => {
    if (!isSchemaObject(node) || seen.has(node)) return;
    seen.add(node);
    if (joinsObjects(node)) {
      const branches = [...(node.allOf ?? []), ...(node.anyOf ?? []), ...(node.oneOf ?? [])];
      const conditions = [node.if, node.then, node.else, ...Object.values(node.dependentSchemas ?? {})];
      for (const part of [...branches, ...conditions]) mark(part);
      if (node.$ref !== undefined) mark(resolveRef(root, node.$ref));
    }
    mark(node.not);
    for (const child of subschemasOf(node)) visit(child);
  };
  visit(root);
  return parts;
}
