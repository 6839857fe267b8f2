/** Objects: named properties, optional ones, and whatever else they may hold. */
import type { JsonSchema, JsonSchemaNode } from "../schema/json-schema.ts";
import { mayMatch } from "../schema/structural-match.ts";
import { carryKeywords, joinSentences } from "./carry-keywords.ts";
import { type Codec, entriesOf, identity } from "./codec.ts";
import { declaredProperties, extrasOf, isAnything } from "./node-kinds.ts";
import { type Extras, type Field, objectOf } from "./object-codec.ts";
import { wirePropertyNames } from "./property-names.ts";
import { inside, type Place, type RewriteContext, type Rewritten } from "./rewrite-context.ts";
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
    extras.codec,
  );
  const properties = fields.map(({ field, schema }): [string, JsonSchema] => [field.wireName, schema]);
  const isRequired = (field: Field) => !dialect.optionalProperties || node.required?.includes(field.name) === true;
  const required = [...fields.filter(({ field }) => isRequired(field)).map(({ field }) => field.wireName)];
  if (extras.list !== undefined) {
    properties.push(extras.list);
    required.push(extras.list[0]);
  }
  const carried = carryKeywords(context, node, place, {
    type: "object",
    isIdentity: codec.isIdentity,
    handled: ["type", "properties", "required", "additionalProperties", "unevaluatedProperties", ...extras.handled],
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
    schema = { ...schema, description: joinSentences(schema.description, `(named ${JSON.stringify(name)})`) ?? "" };
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

interface RewrittenExtras {
  readonly codec: Extras;
  readonly keywords: JsonSchema;
  readonly handled: readonly string[];
  /** The property that lists them. */
  readonly list?: [name: string, schema: JsonSchema];
}

function openExtras(
  context: RewriteContext,
  node: JsonSchema,
  place: Place,
  isRenamed: boolean,
): RewrittenExtras | undefined {
  const extras = extrasOf(node);
  if (extras === "unsaid") return { codec: { codec: identity }, keywords: {}, handled: [] };
  if (extras === "closed")
    return { codec: { codec: identity }, keywords: { additionalProperties: false }, handled: [] };
  const { patternProperties, additionalProperties = true } = node;
  const rest = context.rewrite(
    additionalProperties === false ? true : additionalProperties,
    inside(place, "additionalProperties"),
  );
  const keywords = { additionalProperties: additionalProperties === false ? false : rest.schema };
  if (patternProperties === undefined) return { codec: { codec: rest.codec }, keywords, handled: [] };

  const patterns = Object.entries(patternProperties).map(([pattern, child]): [string, Rewritten] => [
    pattern,
    context.rewrite(child, inside(place, "patternProperties", pattern)),
  ]);
  const isPlain = rest.codec.isIdentity && patterns.every(([, { codec }]) => codec.isIdentity);
  if (isRenamed || !isPlain) return undefined;
  const schemas = Object.fromEntries(patterns.map(([pattern, { schema }]) => [pattern, schema]));
  return {
    codec: { codec: identity },
    keywords: { ...keywords, patternProperties: schemas },
    handled: ["patternProperties"],
  };
}

function closedExtras(
  context: RewriteContext,
  node: JsonSchema,
  place: Place,
  taken: ReadonlySet<string>,
): RewrittenExtras {
  const extras = extrasOf(node);
  const canSay = !place.isRoot || context.dialect.allowsAtRoot("additionalProperties");
  const keywords = canSay ? { additionalProperties: false } : {};
  if (extras === "unsaid" || extras === "closed") {
    if (canSay && extras === "unsaid")
      context.lose(place, "additionalProperties", "only declared properties can be sent");
    if (!canSay && extras === "closed") context.lose(place, "additionalProperties", "not sent");
    return { codec: { codec: identity }, keywords, handled: [] };
  }
  const { schema, codec } = rewriteExtra(context, extras.schema, place);
  let name = "additionalProperties";
  while (taken.has(name)) name = `${name}_`;
  context.lose(place, "additionalProperties", `undeclared properties are sent as a list under ${JSON.stringify(name)}`);
  const list = { ...entryList(schema), description: "Any further properties, one entry each." };
  return { codec: { codec, listedAs: name }, keywords, handled: [], list: [name, list] };
}

/** An object that declares nothing: a record, or any object at all. */
function rewriteRecord(context: RewriteContext, node: JsonSchema, place: Place): Rewritten {
  const extras = extrasOf(node);
  if (extras === "unsaid" || extras === "closed" || isAnything(extras.schema)) {
    return context.asText(node, place, "additionalProperties", "its keys are open");
  }
  const { schema, codec } = rewriteExtra(context, extras.schema, place);
  context.lose(place, "additionalProperties", "the object is sent as a list of keys and values");
  const carried = carryKeywords(context, node, place, {
    type: "object",
    isIdentity: false,
    handled: ["type", "properties", "required", "additionalProperties", "unevaluatedProperties"],
  });
  const description = joinSentences(carried.description, "(an object: one entry per key)") ?? "";
  return { schema: { ...entryList(schema), ...carried, description }, codec: entriesOf(codec) };
}

function rewriteExtra(
  context: RewriteContext,
  extra: JsonSchemaNode,
  place: Place,
): { schema: JsonSchema; codec: Codec } {
  return context.rewrite(extra, inside(place, "additionalProperties"));
}

function entryList(value: JsonSchema): JsonSchema {
  return {
    type: "array",
    items: {
      type: "object",
      properties: { key: { type: "string" }, value },
      required: ["key", "value"],
      additionalProperties: false,
    },
  };
}
