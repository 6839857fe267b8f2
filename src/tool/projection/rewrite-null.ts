/** Null beside something else, in the engine's spelling; a dialect with another one respells it at the end. */
import { isSchemaObject, type JsonSchemaNode, typesOf } from "../schema/json-schema.ts";
import { withoutKeywords } from "../schema/without-keywords.ts";
import { nullable } from "./codec.ts";
import type { Rewritten } from "./rewrite-context.ts";

/** The same values and null. */
export function withNull({ schema, codec }: Rewritten): Rewritten {
  return { schema: admittingNull(schema), codec: nullable(codec) };
}

function admittingNull(schema: Rewritten["schema"]): Rewritten["schema"] {
  const types = typesOf(schema);
  if (types.includes("null")) return schema;
  const isUnion = schema.anyOf !== undefined && Object.keys(schema).every((k) => k === "anyOf" || k === "description");
  if (isUnion) return { ...schema, anyOf: [...(schema.anyOf ?? []), { type: "null" }] };
  const isScalar = types.length > 0 && !types.includes("object") && !types.includes("array");
  if (isScalar && schema.const === undefined) {
    return { ...schema, type: [...types, "null"], ...(schema.enum && { enum: [...schema.enum, null] }) };
  }
  const { description } = schema;
  const inner = withoutKeywords(schema, "description");
  return { anyOf: [inner, { type: "null" }], ...(description !== undefined && { description }) };
}

/** Whether a schema accepts null and nothing else. */
export function isNullOnly(node: JsonSchemaNode): boolean {
  if (!isSchemaObject(node)) return false;
  if (node.const !== undefined) return node.const === null;
  if (node.enum !== undefined) return node.enum.length > 0 && node.enum.every((value) => value === null);
  return typesOf(node).length > 0 && typesOf(node).every((type) => type === "null");
}
