/** The questions about an author's node that decide how it is rewritten. */
import { isSchemaObject, type JsonSchema, type JsonSchemaNode } from "../schema/json-schema.ts";
import { impliedTypes } from "../schema/keyword-types.ts";

/** Keywords that describe a value without constraining it. */
const ANNOTATIONS = new Set([
  "title",
  "description",
  "default",
  "examples",
  "deprecated",
  "readOnly",
  "writeOnly",
  "$comment",
  "$id",
  "$schema",
  "$anchor",
  "$defs",
  "definitions",
]);

export function isAnnotation(keyword: string): boolean {
  return ANNOTATIONS.has(keyword);
}

/** What is said about a node's values without constraining them. */
export function annotationsOf(node: JsonSchema): JsonSchema {
  const { title, description, examples } = node;
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(node.default !== undefined && { default: node.default }),
    ...(examples !== undefined && { examples }),
  };
}

/** Whether a node accepts every value. */
export function isAnything(node: JsonSchemaNode): boolean {
  return node === true || (isSchemaObject(node) && Object.keys(node).every(isAnnotation));
}

/** Whether a node accepts no value; `{ "not": {} }` is how some libraries write it. */
export function isNever(node: JsonSchemaNode): boolean {
  if (!isSchemaObject(node)) return node === false;
  const { not } = node;
  return (typeof not === "boolean" || isSchemaObject(not)) && isAnything(not);
}

/** Keywords that ask something more of an object without giving it another shape. */
const CONDITIONS = new Set(["required", "not", "dependentRequired", "minProperties", "maxProperties"]);

/** Whether a union beside other keywords only adds conditions ("at least one of these properties"). */
export function isConditionalUnion(node: JsonSchema): boolean {
  if (impliedTypes(node).join() !== "object" || (node.properties === undefined && node.type === undefined))
    return false;
  const branches = [...(node.anyOf ?? []), ...(node.oneOf ?? [])];
  return branches.every(
    (branch) =>
      isSchemaObject(branch) &&
      Object.keys(branch).every(
        (k) => CONDITIONS.has(k) || isAnnotation(k) || (k === "type" && branch.type === "object"),
      ),
  );
}

/** What an object may hold under names it does not declare: nothing, it does not say, or values of a schema. */
export function extrasOf(node: JsonSchema): "closed" | "unsaid" | { readonly schema: JsonSchemaNode } {
  const schemas: JsonSchemaNode[] = Object.values(node.patternProperties ?? {});
  const additional = (node.additionalProperties ?? node.unevaluatedProperties) as JsonSchemaNode | undefined;
  if (additional === undefined && schemas.length === 0) return "unsaid";
  if (additional === undefined || !isNever(additional)) schemas.push(additional ?? true);
  const [only, ...others] = schemas;
  if (only === undefined) return "closed";
  return { schema: others.length === 0 ? only : true };
}

/** The properties an object names, required ones without a schema included, impossible ones left out. */
export function declaredProperties(node: JsonSchema): ReadonlyMap<string, JsonSchemaNode> {
  const { properties = {}, required = [], patternProperties } = node;
  const declared = new Map(Object.entries(properties));
  const extras = extrasOf(node);
  for (const name of required) {
    if (declared.has(name) || extras === "closed") continue;
    declared.set(name, extras === "unsaid" || patternProperties !== undefined ? true : extras.schema);
  }
  return new Map([...declared].filter(([, child]) => !isNever(child)));
}
