/** References: kept as definitions where the dialect has them, written out where it has not, text where they recurse. */
import { jsonEqual } from "../../json/json-equal.ts";
import { isSchemaObject, type JsonSchema, type JsonSchemaNode } from "../schema/json-schema.ts";
import { mergeSchemas } from "../schema/merge-schemas.ts";
import { withoutKeywords } from "../schema/without-keywords.ts";
import { isAnnotation } from "./node-kinds.ts";
import type { Place, RewriteContext } from "./rewrite-context.ts";

/** A node with everything it is composed of merged into it, and the references that were followed for that. */
export interface Flattened {
  readonly node: JsonSchemaNode;
  readonly followed: ReadonlySet<JsonSchemaNode>;
}

/** Undefined when the parts cannot be said as one schema, or contain themselves. */
export function flatten(context: RewriteContext, node: JsonSchemaNode): Flattened | undefined {
  const flatTargets = new Map<JsonSchemaNode, JsonSchemaNode | undefined>();
  const flat = flattenNode(context, node, flatTargets);
  return flat === undefined ? undefined : { node: flat, followed: new Set(flatTargets.keys()) };
}

function flattenNode(
  context: RewriteContext,
  node: JsonSchemaNode,
  flatTargets: Map<JsonSchemaNode, JsonSchemaNode | undefined>,
): JsonSchemaNode | undefined {
  if (!isSchemaObject(node) || (node.$ref === undefined && node.allOf === undefined)) return node;
  const { $ref, allOf = [], unevaluatedProperties } = node;
  const parts = allOf.map((part) => flattenNode(context, part, flatTargets));
  if ($ref !== undefined) {
    const target = context.resolve($ref);
    if (target === undefined) return undefined;
    if (!flatTargets.has(target)) {
      flatTargets.set(target, undefined); // what a type that is composed of itself comes to
      flatTargets.set(target, flattenNode(context, target, flatTargets));
    }
    parts.push(flatTargets.get(target));
  }
  let merged: JsonSchemaNode = withoutKeywords(node, "$ref", "allOf", "unevaluatedProperties", ...DEFINITIONS);
  for (const part of parts) {
    if (part === undefined) return undefined;
    // What the node says itself is more particular than what it is composed of.
    const joined = mergeSchemas(isSchemaObject(part) ? withoutKeywords(part, ...DEFINITIONS) : part, merged);
    if (joined === undefined) return undefined;
    merged = joined;
  }
  if (unevaluatedProperties === undefined || !isSchemaObject(merged)) return merged;
  return { unevaluatedProperties, ...merged };
}

const DEFINITIONS = ["$defs", "definitions"];

/** Whether a reference stands alone: beside it are at most annotations and what its target says anyway. */
export function isBareReference(node: JsonSchema, target: JsonSchemaNode): boolean {
  const constraints = Object.keys(node).filter((keyword) => keyword !== "$ref" && !isAnnotation(keyword));
  return constraints.every((keyword) => isSchemaObject(target) && jsonEqual(target[keyword], node[keyword]));
}

/** The place of a node after following references to it. */
export function following(place: Place, followed: Iterable<JsonSchemaNode>): Place {
  const targets = [...followed];
  return {
    ...place,
    chain: new Set([...place.chain, ...targets]),
    inlined: new Set([...place.inlined, ...targets]),
  };
}
