/** Arrays, and tuples: where a dialect has none, a tuple is an object of numbered items. */
import { isObject, type JsonValue } from "../../json/json.ts";
import type { JsonSchema, JsonSchemaNode } from "../schema/json-schema.ts";
import { carryKeywords, withNote } from "./carry-keywords.ts";
import { type Codec, listOf } from "./codec.ts";
import { inside, type Place, type RewriteContext, type Rewritten } from "./rewrite-context.ts";
import { rewriteObject } from "./rewrite-object.ts";

export function rewriteArray(context: RewriteContext, node: JsonSchema, place: Place): Rewritten {
  const first = node.prefixItems ?? [];
  if (first.length > 0 && context.dialect.keywords !== "all") return rewriteTuple(context, node, first, place);
  const prefix = first.map((item, index) => context.rewrite(item, inside(place, "prefixItems", index)));
  const isClosed = node.items === false;
  const rest = context.rewrite(isClosed ? true : ((node.items ?? true) as JsonSchemaNode), inside(place, "items"));
  const codec = listOf(
    prefix.map((item) => item.codec),
    rest.codec,
  );
  const carried = carryKeywords(context, node, place, {
    type: "array",
    isIdentity: codec.isIdentity,
    stillHolding: ["minItems", "maxItems"],
    handled: ["type", "items", "prefixItems"],
  });
  return {
    schema: {
      type: "array",
      ...(prefix.length > 0 && { prefixItems: prefix.map((item) => item.schema) }),
      items: isClosed && context.dialect.keywords === "all" ? false : rest.schema,
      ...carried,
    },
    codec,
  };
}

function rewriteTuple(
  context: RewriteContext,
  node: JsonSchema,
  first: readonly JsonSchemaNode[],
  place: Place,
): Rewritten {
  const { items, minItems = 0, maxItems = Number.POSITIVE_INFINITY } = node;
  const hasRest = items !== undefined && items !== false && maxItems > first.length;
  const names = first.map((_, index) => `item${index + 1}`);
  const numbered = names.map((name, index): [string, JsonSchemaNode] => [name, first[index] ?? true]);
  const rest: [string, JsonSchemaNode][] = hasRest ? [["rest", { type: "array", items: items as JsonSchemaNode }]] : [];
  const paths = new Map(names.map((name, index) => [name, ["prefixItems", index] as const]));
  context.lose(place, "prefixItems", "the tuple is sent as an object of numbered items");
  const handled = ["type", "items", "prefixItems"];
  if (minItems <= first.length) handled.push("minItems");
  if (!hasRest) handled.push("maxItems");
  const { description } = carryKeywords(context, node, place, { type: "array", isIdentity: false, handled });
  const object: JsonSchema = {
    type: "object",
    properties: Object.fromEntries([...numbered, ...rest]),
    required: names.slice(0, minItems),
    additionalProperties: false,
    description: withNote(description, "(a list: its items in order)"),
  };
  const { schema, codec } = rewriteObject(context, object, place, (name) => paths.get(name) ?? ["items"]);
  return { schema, codec: tupleOf(names, hasRest, codec) };
}

function tupleOf(names: readonly string[], hasRest: boolean, fields: Codec): Codec {
  return {
    isIdentity: false,
    encode(value) {
      if (!Array.isArray(value) || (value.length > names.length && !hasRest)) return value;
      const numbered = value
        .slice(0, names.length)
        .map((item, index): [string, JsonValue] => [names[index] ?? "", item]);
      const rest = value.length > names.length ? { rest: value.slice(names.length) } : {};
      return fields.encode({ ...Object.fromEntries(numbered), ...rest });
    },
    decode(value) {
      if (!isObject(value)) return value;
      const decoded = fields.decode(value as JsonValue) as Record<string, JsonValue>;
      const { rest = [] } = decoded;
      const gap = names.findIndex((name) => !Object.hasOwn(decoded, name));
      const items = (gap === -1 ? names : names.slice(0, gap)).map((name) => decoded[name] as JsonValue);
      return Array.isArray(rest) ? [...items, ...rest] : (value as JsonValue);
    },
  };
}
