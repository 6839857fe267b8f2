/**
 * A minimal example of a schema: what the author wrote (`examples`, `default`, `const`, `enum`) where it is valid,
 * otherwise the smallest value that satisfies it. Undefined rather than wrong: when a pattern cannot be met, a type
 * recurses without an exit, or validity cannot be proven here.
 */
import type { JsonValue } from "../../json/json.ts";
import { convertDraft } from "./convert-draft.ts";
import { exampleNumbers, exampleTexts } from "./example-values.ts";
import { type JsonSchema, type JsonSchemaNode, type JsonSchemaType, resolveRef } from "./json-schema.ts";
import { impliedTypes } from "./keyword-types.ts";
import { mergeSchemas } from "./merge-schemas.ts";
import { surelyMatches } from "./structural-match.ts";
import { withoutKeywords } from "./without-keywords.ts";

export function exampleOf(schema: JsonSchema): JsonValue | undefined {
  return new ExampleBuilder(convertDraft(schema, "draft-2020-12")).build();
}

const LARGEST_ARRAY = 100;
/** Nodes visited before giving up: references can make a small schema describe an enormous value. */
const BUDGET = 2_000;
/** Names for properties that a schema asks for without naming them. */
const SPARE_NAMES = ["key", "key2", "key3"];

class ExampleBuilder {
  readonly #root: JsonSchema;
  /** References being built: meeting one again inside itself is a recursion without an exit. */
  readonly #open = new Set<string>();
  #visited = 0;

  constructor(root: JsonSchema) {
    this.#root = root;
  }

  build(node: JsonSchemaNode = this.#root): JsonValue | undefined {
    if (node === false || ++this.#visited > BUDGET) return undefined;
    if (node === true) return "example";
    for (const candidate of this.#candidates(node)) {
      if (surelyMatches(candidate, node, { resolve: this.#resolve })) return candidate;
    }
    return undefined;
  }

  readonly #resolve = (ref: string): JsonSchemaNode | undefined => resolveRef(this.#root, ref);

  *#candidates(node: JsonSchema): Generator<JsonValue> {
    for (const value of [...(node.examples ?? []), node.default, node.const, ...(node.enum ?? [])]) {
      if (value !== undefined) yield value as JsonValue;
    }
    const { $ref, allOf, anyOf, oneOf } = node;
    if ($ref !== undefined) yield* this.#referenced($ref, withoutKeywords(node, "$ref"));
    else if (allOf !== undefined) yield* this.#merged(withoutKeywords(node, "allOf"), allOf);
    else if (anyOf !== undefined) yield* this.#branches(withoutKeywords(node, "anyOf"), anyOf);
    else if (oneOf !== undefined) yield* this.#branches(withoutKeywords(node, "oneOf"), oneOf);
    else for (const type of impliedTypesOrText(node)) yield* this.#ofType(type, node);
  }

  *#referenced(ref: string, beside: JsonSchema): Generator<JsonValue> {
    if (this.#open.has(ref)) return;
    this.#open.add(ref);
    yield* this.#merged(beside, [this.#resolve(ref) ?? false]);
    this.#open.delete(ref);
  }

  *#merged(node: JsonSchema, parts: readonly JsonSchemaNode[]): Generator<JsonValue> {
    let merged: JsonSchemaNode | undefined = node;
    for (const part of parts) merged = merged === undefined ? undefined : mergeSchemas(merged, part);
    const example = merged === undefined ? undefined : this.build(merged);
    if (example !== undefined) yield example;
  }

  *#branches(node: JsonSchema, branches: readonly JsonSchemaNode[]): Generator<JsonValue> {
    for (const branch of branches) yield* this.#merged(node, [branch]);
  }

  *#ofType(type: JsonSchemaType, node: JsonSchema): Generator<JsonValue> {
    if (type === "string") yield* exampleTexts(node);
    else if (type === "number" || type === "integer") yield* exampleNumbers(node);
    else if (type === "boolean") yield true;
    else if (type === "null") yield null;
    else if (type === "array") yield* this.#array(node);
    else yield* this.#object(node);
  }

  *#array(node: JsonSchema): Generator<JsonValue> {
    const first = node.prefixItems ?? [];
    const size = Math.max(node.minItems ?? 0, Math.min(first.length, node.maxItems ?? first.length));
    if (size > LARGEST_ARRAY) return;
    const items: JsonValue[] = [];
    for (let index = 0; index < size; index++) {
      const item = this.build(first[index] ?? ((node.items ?? true) as JsonSchemaNode));
      if (item === undefined) break; // enough when the schema does not insist on the rest
      items.push(item);
    }
    yield items;
  }

  *#object(node: JsonSchema): Generator<JsonValue> {
    const { properties = {}, required = [], additionalProperties = true } = node;
    const example = new Map<string, JsonValue>();
    const add = (name: string): boolean => {
      const value = this.build(Object.hasOwn(properties, name) ? properties[name] : additionalProperties);
      if (value !== undefined) example.set(name, value);
      return value !== undefined;
    };
    if (!required.every(add)) return;
    for (const name of [...Object.keys(properties), ...SPARE_NAMES]) {
      if (example.size >= Number(node.minProperties ?? 0)) break;
      if (!example.has(name)) add(name);
    }
    yield Object.fromEntries(example);
  }
}

function impliedTypesOrText(node: JsonSchema): readonly JsonSchemaType[] {
  const types = impliedTypes(node);
  return types.length === 0 ? ["string"] : types;
}
