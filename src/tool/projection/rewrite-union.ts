/** Unions: `anyOf`, `oneOf` and lists of types. */
import { isSchemaObject, type JsonSchema, type JsonSchemaNode, type JsonSchemaType } from "../schema/json-schema.ts";
import { typeOfKeyword } from "../schema/keyword-types.ts";
import { mergeSchemas } from "../schema/merge-schemas.ts";
import { mayMatch, surelyMatches } from "../schema/structural-match.ts";
import { carryKeywords, withNote } from "./carry-keywords.ts";
import { identity } from "./codec.ts";
import { areDisjoint } from "./disjoint.ts";
import { annotationsOf, isAnnotation } from "./node-kinds.ts";
import { beside, type Place, type RewriteContext, type Rewritten } from "./rewrite-context.ts";
import { isNullOnly, withNull } from "./rewrite-null.ts";
import { type Branch, oneOfDisjoint, oneOfTagged } from "./union-codec.ts";

interface Alternative {
  readonly node: JsonSchemaNode;
  readonly place: Place;
}

export function rewriteUnion(context: RewriteContext, node: JsonSchema, place: Place): Rewritten {
  const keyword = node.anyOf === undefined ? "oneOf" : "anyOf";
  const branches = node[keyword] ?? [];
  const base = Object.entries(node).filter(
    ([key]) => key !== keyword && !isAnnotation(key) && key !== "unevaluatedProperties",
  );
  // Keywords beside a union hold for every branch, so each branch is rewritten together with them.
  const merged = branches.map((branch) => mergeSchemas(Object.fromEntries(base) as JsonSchema, branch));
  const alternatives: Alternative[] = [];
  for (const [index, branch] of merged.entries()) {
    if (branch === undefined) return context.asText(node, place, keyword, "its branches do not merge with their base");
    alternatives.push({ node: closedLike(branch, node), place: beside(place, keyword, index) });
  }
  if (keyword === "oneOf") context.lose(place, keyword, "sent as anyOf: more than one alternative may match");
  return rewriteAlternatives(context, node, alternatives, place);
}

/** A node of several types is a union of nodes of one type, each with the keywords that speak of it. */
export function rewriteTypes(
  context: RewriteContext,
  node: JsonSchema,
  types: readonly JsonSchemaType[],
  place: Place,
): Rewritten {
  const alternatives = types.map((type): Alternative => {
    const about = Object.entries(node).filter(([keyword]) => {
      const owner = typeOfKeyword(keyword);
      return !isAnnotation(keyword) && (owner === undefined || owner === (type === "integer" ? "number" : type));
    });
    return { node: { ...Object.fromEntries(about), type }, place };
  });
  return rewriteAlternatives(context, node, alternatives, place);
}

function rewriteAlternatives(
  context: RewriteContext,
  node: JsonSchema,
  alternatives: readonly Alternative[],
  place: Place,
): Rewritten {
  const others = alternatives.filter((alternative) => !isNullOnly(alternative.node));
  const [only, ...more] = others;
  if (only === undefined) return context.rewrite({ ...annotationsOf(node), type: "null" }, place);
  const union =
    more.length === 0 ? context.rewrite(described(only.node, node), only.place) : unite(context, node, others, place);
  return others.length < alternatives.length ? withNull(union) : union;
}

function unite(
  context: RewriteContext,
  node: JsonSchema,
  alternatives: readonly Alternative[],
  place: Place,
): Rewritten {
  const rewritten = alternatives.map((alternative) => context.rewrite(alternative.node, alternative.place));
  const schemas = rewritten.map(({ schema }) => schema);
  const isIdentity = rewritten.every(({ codec }) => codec.isIdentity);
  // The type only decides which constraints matter, and annotations are none.
  const annotations = carryKeywords(context, annotationsOf(node), place, { type: "null", isIdentity, handled: [] });
  if (isIdentity) {
    return { schema: { anyOf: schemas, ...annotations }, codec: identity };
  }
  const branches = rewritten.map((branch, index) => branchOf(context, alternatives[index]?.node ?? true, branch));
  if (arePairwiseDisjoint(schemas, context)) {
    return { schema: { anyOf: schemas, ...annotations }, codec: oneOfDisjoint(branches) };
  }
  context.lose(place, "anyOf", "the alternatives look alike, so each is sent with the name of its variant");
  const names = variantNames(alternatives.map((alternative) => alternative.node));
  const tagged = branches.map((branch, index) => ({ ...branch, variant: names[index] ?? "" }));
  const variants = schemas.map((schema, index) => variantOf(names[index] ?? "", schema));
  return { schema: { anyOf: variants, ...annotations }, codec: oneOfTagged(tagged) };
}

function branchOf(
  { resolve, resolveWire }: RewriteContext,
  author: JsonSchemaNode,
  { schema, codec }: Rewritten,
): Branch {
  return {
    codec,
    owns(value, fit) {
      if (fit === "perhaps") return mayMatch(value, author, { resolve });
      const options = { resolve, trustFormats: true };
      return surelyMatches(value, author, fit === "declared" ? { ...options, undeclared: "refuse" } : options);
    },
    ownsWire: (value, leniently) =>
      mayMatch(value, schema, leniently ? { resolve: resolveWire, undeclared: "overlook" } : { resolve: resolveWire }),
  };
}

function arePairwiseDisjoint(schemas: readonly JsonSchema[], context: RewriteContext): boolean {
  return schemas.every((schema, index) =>
    schemas.slice(index + 1).every((other) => areDisjoint(schema, other, context.resolveWire)),
  );
}

function variantOf(name: string, value: JsonSchema): JsonSchema {
  return {
    type: "object",
    properties: { variant: { type: "string", enum: [name] }, value },
    required: ["variant", "value"],
    additionalProperties: false,
  };
}

/** Titles make the best names; numbers always work. */
function variantNames(nodes: readonly JsonSchemaNode[]): string[] {
  const titles = nodes.map((node) => (isSchemaObject(node) ? node.title : undefined));
  const isUsable = titles.every((title, index) => title && titles.indexOf(title) === index);
  return nodes.map((_, index) => (isUsable && titles[index]) || `${index + 1}`);
}

/** `unevaluatedProperties` closes a composition as a whole; once a branch stands alone, it closes the branch. */
function closedLike(branch: JsonSchemaNode, union: JsonSchema): JsonSchemaNode {
  const { unevaluatedProperties } = union;
  if (unevaluatedProperties === undefined || !isSchemaObject(branch)) return branch;
  return { unevaluatedProperties, ...branch };
}

/** The only alternative left speaks for the whole union, so it takes over what was said of it. */
function described(only: JsonSchemaNode, union: JsonSchema): JsonSchemaNode {
  const annotations = annotationsOf(union);
  const { description } = annotations;
  if (!isSchemaObject(only)) return annotations;
  const inner = only.description;
  const both = description !== undefined && inner !== undefined && { description: withNote(description, inner) };
  return { ...annotations, ...only, ...both };
}
