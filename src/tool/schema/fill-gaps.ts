/**
 * Fills the defaults that ajv passes over: those of fields whose names every object inherits, which always seem to be
 * there to it, and those inside alternatives, which it fills for none of them. Here they are filled for the alternative
 * that the value then fits: the first of `anyOf`, the only one of `oneOf`.
 */
import { isObject } from "../../json/json.ts";
import { isSchemaObject, type JsonSchema, type JsonSchemaNode, resolveRef } from "./json-schema.ts";
import { subschemasOf } from "./subschemas.ts";

/** Writes into the value, or gives another in its place. */
export type GapFiller = (value: unknown) => unknown;

/** Names that every object inherits: reading one says nothing about the object. */
export const INHERITED_NAMES: ReadonlySet<unknown> = new Set(Object.getOwnPropertyNames(Object.prototype));

/** `fits`: whether a value is one of an alternative. Undefined when ajv fills everything by itself. */
export function gapFillerOf(
  root: JsonSchema,
  fits: (value: unknown, alternative: JsonSchemaNode) => boolean,
): GapFiller | undefined {
  const filler = new Filler(root, fits);
  return filler.isNeeded ? (value) => filler.fill(value, root) : undefined;
}

class Filler {
  readonly #root: JsonSchema;
  readonly #fits: (value: unknown, alternative: JsonSchemaNode) => boolean;
  readonly #reaching = new Map<JsonSchema, boolean>();

  constructor(root: JsonSchema, fits: (value: unknown, alternative: JsonSchemaNode) => boolean) {
    this.#root = root;
    this.#fits = fits;
  }

  get isNeeded(): boolean {
    return everyNode(this.#root).some(
      (node) =>
        Object.entries(node.properties ?? {}).some(([name, child]) => INHERITED_NAMES.has(name) && hasDefault(child)) ||
        this.#canFill(node.anyOf) ||
        this.#canFill(node.oneOf),
    );
  }

  fill(value: unknown, node: JsonSchemaNode | undefined): unknown {
    if (!isSchemaObject(node) || !this.#reachesDefault(node)) return value;
    let filled = value;
    if (node.$ref !== undefined) filled = this.fill(filled, resolveRef(this.#root, node.$ref));
    for (const part of node.allOf ?? []) filled = this.fill(filled, part);
    if (Array.isArray(filled)) this.#fillItems(filled, node);
    else if (isObject(filled)) this.#fillFields(filled, node);
    if (this.#canFill(node.anyOf)) filled = this.#fitting(filled, node.anyOf).next().value ?? filled;
    if (this.#canFill(node.oneOf)) {
      const [only, another] = this.#fitting(filled, node.oneOf);
      if (only !== undefined && another === undefined) filled = only;
    }
    return filled;
  }

  #fillFields(object: Record<string, unknown>, node: JsonSchema): void {
    const { properties = {}, patternProperties = {}, additionalProperties } = node;
    for (const [name, child] of Object.entries(properties)) {
      if (name === "__proto__" || Object.hasOwn(object, name) || !hasDefault(child)) continue;
      object[name] = structuredClone(child.default);
    }
    for (const [key, member] of Object.entries(object)) {
      // The patterns of the tool's author, run as ajv runs them: those of foreign schemas never come here.
      const matching = Object.entries(patternProperties).filter(([pattern]) => new RegExp(pattern, "u").test(key));
      const nodes = matching.map(([, child]) => child);
      const own = Object.hasOwn(properties, key) ? properties[key] : undefined;
      if (own !== undefined) nodes.push(own);
      else if (nodes.length === 0 && additionalProperties !== undefined) nodes.push(additionalProperties);
      if (key !== "__proto__") object[key] = nodes.reduce((filled, child) => this.fill(filled, child), member);
    }
  }

  #fillItems(items: unknown[], { prefixItems = [], items: rest }: JsonSchema): void {
    items.forEach((item, index) => {
      items[index] = this.fill(item, prefixItems[index] ?? (Array.isArray(rest) ? rest[index] : rest));
    });
  }

  /** What the value becomes as each alternative that it fits. */
  *#fitting(value: unknown, alternatives: readonly JsonSchemaNode[]): Generator<unknown> {
    for (const alternative of alternatives) {
      const candidate = this.fill(structuredClone(value), alternative);
      if (this.#fits(candidate, alternative)) yield candidate;
    }
  }

  #canFill(alternatives: readonly JsonSchemaNode[] | undefined): alternatives is readonly JsonSchemaNode[] {
    return alternatives?.some((each) => isSchemaObject(each) && this.#reachesDefault(each)) ?? false;
  }

  #reachesDefault(node: JsonSchema): boolean {
    const known = this.#reaching.get(node);
    if (known !== undefined) return known;
    const answer = this.#search(node, new Set());
    this.#reaching.set(node, answer);
    return answer;
  }

  #search(node: JsonSchemaNode | undefined, visited: Set<JsonSchema>): boolean {
    if (!isSchemaObject(node) || visited.has(node)) return false;
    visited.add(node);
    if (Object.values(node.properties ?? {}).some(hasDefault)) return true;
    if (node.$ref !== undefined && this.#search(resolveRef(this.#root, node.$ref), visited)) return true;
    return [...subschemasOf(node)].some((child) => this.#search(child, visited));
  }
}

function hasDefault(node: JsonSchemaNode): node is JsonSchema {
  return isSchemaObject(node) && node.default !== undefined;
}

function everyNode(root: JsonSchema): readonly JsonSchema[] {
  const nodes = new Set([root]);
  for (const node of nodes) for (const child of subschemasOf(node)) if (isSchemaObject(child)) nodes.add(child);
  return [...nodes];
}
