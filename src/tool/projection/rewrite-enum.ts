/** Constants and enumerations: as they are where the dialect can list them, otherwise under labels that are strings. */
import { isObject, type JsonValue, jsonTypeOf } from "../../json/json.ts";
import { type JsonSchema, type JsonSchemaType, typesOf } from "../schema/json-schema.ts";
import { mayMatch } from "../schema/structural-match.ts";
import { withoutKeywords } from "../schema/without-keywords.ts";
import { carryKeywords } from "./carry-keywords.ts";
import { identity, labelled } from "./codec.ts";
import { annotationsOf } from "./node-kinds.ts";
import type { Place, RewriteContext, Rewritten } from "./rewrite-context.ts";
import { withNull } from "./rewrite-null.ts";

export function rewriteEnum(context: RewriteContext, node: JsonSchema, place: Place): Rewritten {
  const listed = (node.const === undefined ? node.enum : [node.const]) as readonly JsonValue[];
  const values = listed.filter((value) => mayMatch(value, node, context));
  const [first] = values;
  if (first === undefined) return context.asText(node, place, "enum", "no value of it fits what stands beside it");

  const { enumValues, nullType } = context.dialect;
  const others = values.filter((value) => value !== null);
  if (others.length > 0 && others.length < values.length && enumValues !== "any") {
    return withNull(rewriteEnum(context, { ...withoutKeywords(node, "const"), enum: others }, place));
  }
  const isListable =
    enumValues === "any" ||
    (enumValues === "scalars" && values.every((value) => !isObject(value) && !Array.isArray(value))) ||
    values.every((value) => typeof value === "string" && value !== "");
  if (values.every((value) => value === null) && nullType) {
    return { schema: { type: "null", ...carry(context, node, place, "null") }, codec: identity };
  }
  if (isListable) {
    const type = listedType(node, values);
    return { schema: { type, enum: values, ...carry(context, node, place, "string") }, codec: identity };
  }
  const labels = labelsFor(values);
  context.lose(place, node.const === undefined ? "enum" : "const", "values are sent as labels");
  return {
    schema: { type: "string", enum: [...labels.keys()], ...carry(context, node, place, "string") },
    codec: labelled(labels),
  };
}

function carry(context: RewriteContext, node: JsonSchema, place: Place, type: JsonSchemaType): JsonSchema {
  return carryKeywords(context, annotationsOf(node), place, { type, isIdentity: false, handled: [] });
}

function listedType(node: JsonSchema, values: readonly JsonValue[]): JsonSchemaType | JsonSchemaType[] {
  const found = [...new Set(values.map(jsonTypeOf))] as JsonSchemaType[];
  const declared = typesOf(node);
  const types = declared.length === 1 && found.length === 1 ? declared : found;
  return types.length === 1 && types[0] !== undefined ? types[0] : [...types];
}

/** Strings label themselves unless that is ambiguous or empty; then every label is JSON text, which never is. */
function labelsFor(values: readonly JsonValue[]): ReadonlyMap<string, JsonValue> {
  const plain = new Map(values.map((value) => [typeof value === "string" ? value : JSON.stringify(value), value]));
  if (plain.size === values.length && !plain.has("")) return plain;
  return new Map(values.map((value) => [JSON.stringify(value), value]));
}
