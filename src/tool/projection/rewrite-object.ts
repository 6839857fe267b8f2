/** Objects: named properties, optional ones, and whatever else they may hold. */
import type { JsonSchema, JsonSchemaNode } from "../schema/json-schema.ts";
import { mayMatch } from "../schema/structural-match.ts";
import { carryKeywords, withNote } from "./carry-keywords.ts";
import { declaredProperties, extrasOf } from "./node-kinds.ts";
import { type Field, objectOf } from "./object-codec.ts";
import { wirePropertyNames } from "./property-names.ts";
import { inside, type Place, type RewriteContext, type Rewritten } from "./rewrite-context.ts";
import { closedExtras, openExtras, rewriteRecord } from "./rewrite-extras.ts";
import { withNull } from "./rewrite-null.ts";

/** Where in the author's schema a property stands; tuples are rewritten as objects too. */
type PathOf = (name: string) => readonly (string | number)[];

export function rewriteObject(
  context: RewriteContext,
  node: JsonSchema,
  place: Place,
  pathOf: PathOf = (name) => ["properties", name],
): Rewritten {
  const { dialect } = context;
  const declared = declaredProperties(node);
  if (declared.size === 0 && !place.isRoot) {
    const isEmpty = extrasOf(node) === "closed";
    if (isEmpty && !dialect.emptyObjects) return context.asText(node, place, "properties", "it has no properties");
    if (!isEmpty && !dialect.openObjects) return rewriteRecord(context, node, place);
  }

  const wireNames = wirePropertyNames([...declared.keys()], dialect.propertyName);
  const fields = [...declared].map(([name, child]) =>
    rewriteField(context, node, name, wireNames.get(name) ?? name, child, inside(place, ...pathOf(name))),
  );
  const isRenamed = fields.some(({ field }) => field.wireName !== field.name);
  const extras = canBeOpen(context, place)
    ? openExtras(context, node, place, isRenamed)
    : closedExtras(context, node, place, new Set(wireNames.values()));
  if (extras === undefined) return context.asText(node, place, "patternProperties", "its keys decide how it is sent");

  const codec = objectOf(
    fields.map(({ field }) => field),
    extras.extras,
  );
  const properties = fields.map(({ field, schema }): [string, JsonSchema] => [field.wireName, schema]);
  const isRequired = (field: Field) => !dialect.optionalProperties || node.required?.includes(field.name) === true;
  const required = fields.filter(({ field }) => isRequired(field)).map(({ field }) => field.wireName);
  if (extras.list !== undefined) {
    properties.push(extras.list);
    required.push(extras.list[0]);
  }
  const said = Object.keys(extras.keywords);
  const carried = carryKeywords(context, node, place, {
    type: "object",
    isIdentity: codec.isIdentity,
    handled: ["type", "properties", "required", "additionalProperties", "unevaluatedProperties", ...said],
  });
  return {
    schema: {
      type: "object",
      properties: Object.fromEntries(properties),
      ...((required.length > 0 || !dialect.optionalProperties) && { required }),
      ...extras.keywords,
      ...carried,
    },
    codec,
  };
}

function canBeOpen({ dialect }: RewriteContext, place: Place): boolean {
  return dialect.openObjects && (!place.isRoot || dialect.allowsAtRoot("additionalProperties"));
}

interface RewrittenField {
  readonly field: Field;
  readonly schema: JsonSchema;
}

function rewriteField(
  context: RewriteContext,
  parent: JsonSchema,
  name: string,
  wireName: string,
  child: JsonSchemaNode,
  place: Place,
): RewrittenField {
  const rewritten = context.rewrite(child, place);
  const { codec } = rewritten;
  let { schema } = rewritten;
  if (wireName !== name) {
    schema = { ...schema, description: withNote(schema.description, `(named ${JSON.stringify(name)})`) };
    context.lose(place, "properties", `the name ${JSON.stringify(name)} is sent as ${JSON.stringify(wireName)}`);
  }
  if (context.dialect.optionalProperties || parent.required?.includes(name) === true) {
    return { field: { name, wireName, codec, absence: "omitted" }, schema };
  }
  // Null on the wire can only come from null in the author's value, so one side without it is enough.
  const isNullTaken = mayMatch(null, child, context) && mayMatch(null, schema, { resolve: context.resolveWire });
  const present = isNullTaken ? { schema: wrapped(schema), codec } : { schema, codec };
  const absence = isNullTaken ? "null-or-value" : "null";
  return { field: { name, wireName, codec, absence }, schema: withNull(present).schema };
}

/** Keeps "left out" and "given as null" apart. */
function wrapped(schema: JsonSchema): JsonSchema {
  return {
    type: "object",
    properties: { value: schema },
    required: ["value"],
    additionalProperties: false,
    description: "(null leaves it out)",
  };
}
