/**
 * Closes every object of an author's schema: keys it does not name are refused. An object that says otherwise itself
 * (`additionalProperties`, or no `properties` at all) is left as it is. Where objects are composed, closing a branch
 * would refuse its siblings' keys, so the composition is closed as a whole in 2020-12 and stays open in a draft-07
 * document, which cannot say it; the key check refuses unknown keys at run time either way.
 */
import { isSchemaObject, type JsonSchema, type JsonSchemaNode, type SchemaTarget } from "./json-schema.ts";

export function closeObjects(schema: JsonSchema, target: SchemaTarget): JsonSchema {
  const closer = new Closer(target, branchRefs(schema));
  return closer.close(schema, "#", false) as JsonSchema;
}

/** Keywords whose subschemas see the same object as their parent. */
const BRANCHES = ["allOf", "anyOf", "oneOf", "if", "then", "else", "dependentSchemas", "$ref"] as const;
const SCHEMA_MAPS = ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"] as const;
const SCHEMA_LISTS = ["allOf", "anyOf", "oneOf", "prefixItems"] as const;
const SCHEMAS = ["additionalProperties", "items", "contains", "not", "if", "then", "else", "additionalItems"] as const;

class Closer {
  readonly #target: SchemaTarget;
  /** Pointers of definitions that are used as part of a composition and so have to stay open. */
  readonly #openRefs: ReadonlySet<string>;

  constructor(target: SchemaTarget, openRefs: ReadonlySet<string>) {
    this.#target = target;
    this.#openRefs = openRefs;
  }

  close(node: JsonSchemaNode, pointer: string, isPartOfComposition: boolean): JsonSchemaNode {
    if (!isSchemaObject(node)) return node;
    const isComposed = BRANCHES.some((keyword) => node[keyword] !== undefined);
    // A bare union of objects closes each branch: that is how the union is meant, and both drafts can say it.
    const isBareUnion =
      isComposed && node.properties === undefined && node.allOf === undefined && node.if === undefined;
    const branchesStayOpen = isPartOfComposition || (isComposed && !isBareUnion);

    const copy: Record<string, unknown> = { ...node };
    for (const keyword of SCHEMA_MAPS) {
      const map = node[keyword] as Readonly<Record<string, JsonSchemaNode>> | undefined;
      if (!isSchemaObject(map)) continue;
      const entries = Object.entries(map).map(([key, child]) => {
        const childPointer = `${pointer}/${keyword}/${key}`;
        const staysOpen = keyword === "dependentSchemas" || this.#openRefs.has(childPointer);
        return [key, this.close(child as JsonSchemaNode, childPointer, staysOpen)];
      });
      copy[keyword] = Object.fromEntries(entries);
    }
    for (const keyword of SCHEMA_LISTS) {
      const list = node[keyword] as readonly JsonSchemaNode[] | undefined;
      if (!Array.isArray(list)) continue;
      const staysOpen = keyword === "allOf" || (keyword !== "prefixItems" && branchesStayOpen);
      copy[keyword] = list.map((child, i) => this.close(child, `${pointer}/${keyword}/${i}`, staysOpen));
    }
    for (const keyword of SCHEMAS) {
      const child = node[keyword];
      const staysOpen = keyword === "if" || keyword === "then" || keyword === "else" || keyword === "not";
      if (Array.isArray(child)) copy[keyword] = child.map((c, i) => this.close(c, `${pointer}/${keyword}/${i}`, false));
      else if (isSchemaObject(child)) copy[keyword] = this.close(child, `${pointer}/${keyword}`, staysOpen);
    }

    if (!isPartOfComposition && !saysItself(node)) {
      if (!isComposed && node.properties !== undefined) copy.additionalProperties = false;
      else if (isComposed && !isBareUnion && this.#target === "draft-2020-12") copy.unevaluatedProperties = false;
    }
    return copy as JsonSchema;
  }
}

function saysItself(node: JsonSchema): boolean {
  return node.additionalProperties !== undefined || node.unevaluatedProperties !== undefined;
}

/** The references that stand directly in an `allOf`, or beside other keywords about the same object. */
function branchRefs(root: JsonSchema): Set<string> {
  const refs = new Set<string>();
  const visit = (node: unknown, isBranch: boolean): void => {
    if (Array.isArray(node)) {
      for (const item of node) visit(item, isBranch);
      return;
    }
    if (!isSchemaObject(node)) return;
    const hasSiblings = node.properties !== undefined || node.allOf !== undefined;
    if (node.$ref !== undefined && (isBranch || hasSiblings)) refs.add(node.$ref);
    for (const [keyword, child] of Object.entries(node)) {
      if (typeof child !== "object" || child === null) continue;
      const isUnion = keyword === "anyOf" || keyword === "oneOf";
      visit(child, keyword === "allOf" || (isUnion && (isBranch || hasSiblings)));
    }
  };
  visit(root, false);
  return refs;
}
