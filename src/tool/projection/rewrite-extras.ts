/** What an object may hold beyond the properties it names: sent beside them, as a list, or not at all. */
import type { JsonSchema } from "../schema/json-schema.ts";
import { carryKeywords, withNote } from "./carry-keywords.ts";
import { entriesOf, identity } from "./codec.ts";
import { extrasOf, isAnything } from "./node-kinds.ts";
import type { Extras } from "./object-codec.ts";
import { inside, type Place, type RewriteContext, type Rewritten } from "./rewrite-context.ts";

export interface RewrittenExtras {
  readonly extras: Extras;
  readonly keywords: JsonSchema;
  /** The property that lists them. */
  readonly list?: [name: string, schema: JsonSchema];
}

const NOTHING_ELSE: RewrittenExtras = { extras: { codec: identity }, keywords: { additionalProperties: false } };

/** Where objects may be open. Undefined when a value's codec would depend on the spelling of its key. */
export function openExtras(
  context: RewriteContext,
  node: JsonSchema,
  place: Place,
  isRenamed: boolean,
): RewrittenExtras | undefined {
  const extras = extrasOf(node);
  if (extras === "closed") return NOTHING_ELSE;
  if (extras === "unsaid") return { extras: { codec: identity }, keywords: {} };
  const { patternProperties, additionalProperties = true } = node;
  const isClosed = additionalProperties === false;
  const rest = context.rewrite(isClosed || additionalProperties, inside(place, "additionalProperties"));
  const keywords = { additionalProperties: isClosed ? false : rest.schema };
  if (patternProperties === undefined) return { extras: { codec: rest.codec }, keywords };

  const patterns = Object.entries(patternProperties).map(([pattern, child]): [string, Rewritten] => [
    pattern,
    context.rewrite(child, inside(place, "patternProperties", pattern)),
  ]);
  const isPlain = rest.codec.isIdentity && patterns.every(([, { codec }]) => codec.isIdentity);
  if (isRenamed || !isPlain) return undefined;
  const schemas = Object.fromEntries(patterns.map(([pattern, { schema }]) => [pattern, schema]));
  return { extras: { codec: identity }, keywords: { ...keywords, patternProperties: schemas } };
}

/** Where objects are exactly what they declare. `taken` are the names of the declared properties. */
export function closedExtras(
  context: RewriteContext,
  node: JsonSchema,
  place: Place,
  taken: ReadonlySet<string>,
): RewrittenExtras {
  const extras = extrasOf(node);
  const canSay = !place.isRoot || context.dialect.allowsAtRoot("additionalProperties");
  const keywords = canSay ? NOTHING_ELSE.keywords : {};
  if (extras === "closed") {
    if (!canSay) context.lose(place, "additionalProperties", "not sent");
    return { extras: { codec: identity }, keywords };
  }
  if (extras === "unsaid") {
    if (canSay) context.lose(place, "additionalProperties", "only declared properties can be sent");
    return { extras: { codec: identity }, keywords };
  }
  const { schema, codec } = context.rewrite(extras.schema, inside(place, "additionalProperties"));
  let name = "additionalProperties";
  while (taken.has(name)) name = `${name}_`;
  context.lose(place, "additionalProperties", `undeclared properties are sent as a list under ${JSON.stringify(name)}`);
  const list = { ...entryList(schema), description: "Any further properties, one entry each." };
  return { extras: { codec, listedAs: name }, keywords, list: [name, list] };
}

/** An object that declares nothing, where objects are exactly what they declare: a record, or any object at all. */
export function rewriteRecord(context: RewriteContext, node: JsonSchema, place: Place): Rewritten {
  const extras = extrasOf(node);
  if (extras === "unsaid" || extras === "closed" || isAnything(extras.schema)) {
    return context.asText(node, place, "additionalProperties", "its keys are open");
  }
  const { schema, codec } = context.rewrite(extras.schema, inside(place, "additionalProperties"));
  context.lose(place, "additionalProperties", "the object is sent as a list of keys and values");
  const carried = carryKeywords(context, node, place, {
    type: "object",
    isIdentity: false,
    handled: ["type", "properties", "required", "additionalProperties", "unevaluatedProperties"],
  });
  const description = withNote(carried.description, "(an object: one entry per key)");
  return { schema: { ...entryList(schema), ...carried, description }, codec: entriesOf(codec) };
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
