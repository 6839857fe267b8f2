/**
 * What all schemas that may apply to a value ask of it together, as far as making it smaller is concerned. An edit that
 * respects every one of them keeps the value valid for each that accepted it, whichever branch of a union that was.
 * A keyword for which this cannot be promised freezes the value: it has to stay as it is.
 */
import { type JsonValue, jsonTypeOf } from "../../json/json.ts";
import { areDisjoint } from "../projection/disjoint.ts";
import { isSchemaObject, type JsonSchema, type JsonSchemaNode, resolveRef, typesOf } from "../schema/json-schema.ts";

/** Whether these hold can change when something inside the value does, in ways that the schema alone does not tell. */
const freezing = [
  "enum",
  "const",
  "not",
  "if",
  "contains",
  "dependentSchemas",
  "dependencies",
  "$dynamicRef",
  "$recursiveRef",
] as const;

const freezingString = ["pattern", "format", "contentEncoding", "contentMediaType"] as const;

export class SchemaView {
  readonly isFrozen: boolean;
  readonly #root: JsonSchema;
  readonly #schemas: readonly JsonSchema[];

  private constructor(root: JsonSchema, nodes: readonly JsonSchemaNode[], value: JsonValue) {
    this.#root = root;
    const schemas = new Set<JsonSchema>();
    const areKnown = nodes.every((node) => collect(root, node, value, schemas));
    this.#schemas = [...schemas];
    this.isFrozen = !areKnown || this.#schemas.some((schema) => freezes(schema, value));
  }

  static of(schema: JsonSchema | true, value: JsonValue): SchemaView {
    return new SchemaView(schema === true ? {} : schema, [schema], value);
  }

  get minLength(): number {
    return this.#most("minLength");
  }

  get minItems(): number {
    return this.#most("minItems");
  }

  get minProperties(): number {
    return this.#most("minProperties");
  }

  get hasUniqueItems(): boolean {
    return this.#schemas.some((schema) => schema.uniqueItems === true);
  }

  isRequired(key: string): boolean {
    return this.#schemas.some(
      (schema) => schema.dependentRequired !== undefined || (schema.required?.includes(key) ?? false),
    );
  }

  item(index: number, value: JsonValue): SchemaView {
    return new SchemaView(
      this.#root,
      this.#schemas.flatMap((schema) => itemSchemas(schema, index)),
      value,
    );
  }

  property(key: string, value: JsonValue): SchemaView {
    return new SchemaView(
      this.#root,
      this.#schemas.flatMap((schema) => propertySchemas(schema, key)),
      value,
    );
  }

  #most(keyword: "minLength" | "minItems" | "minProperties"): number {
    return Math.max(0, ...this.#schemas.map((schema) => Number(schema[keyword] ?? 0)));
  }
}

/** Gathers the node and what it refers to. False when something cannot be seen through. */
function collect(root: JsonSchema, node: JsonSchemaNode | undefined, value: JsonValue, into: Set<JsonSchema>): boolean {
  if (typeof node === "boolean") return true;
  if (node === undefined || (node !== root && node.$id !== undefined)) return false;
  if (into.has(node) || !admits(node, value)) return true;
  into.add(node);
  const { $ref, allOf = [], anyOf = [], oneOf = [] } = node;
  if (!areExclusive(root, oneOf)) return false;
  const applied = [...allOf, ...anyOf, ...oneOf];
  if ($ref !== undefined && !collect(root, resolveRef(root, $ref), value, into)) return false;
  return applied.every((member) => collect(root, member, value, into));
}

/** Whether at most one of the schemas can accept a value, whatever becomes of it. */
function areExclusive(root: JsonSchema, nodes: readonly JsonSchemaNode[]): boolean {
  const resolve = (ref: string) => resolveRef(root, ref);
  return nodes.every((left, index) => nodes.slice(index + 1).every((right) => areDisjoint(left, right, resolve)));
}

/** A branch for another type of value never accepted this one. */
function admits(schema: JsonSchema, value: JsonValue): boolean {
  const types = typesOf(schema);
  const type = jsonTypeOf(value);
  return types.length === 0 || types.some((name) => name === type || (name === "integer" && type === "number"));
}

function freezes(schema: JsonSchema, value: JsonValue): boolean {
  if (freezing.some((keyword) => schema[keyword] !== undefined)) return true;
  if (typeof value === "string") return freezingString.some((keyword) => schema[keyword] !== undefined);
  return isSchemaObject(schema.unevaluatedProperties) || isSchemaObject(schema.unevaluatedItems);
}

/** Asks for nothing, and freezes. */
const frozen: JsonSchema = { not: false };

/** Both spellings of tuples: a position in the tuple, or what comes after it. */
function itemSchemas({ items, prefixItems, additionalItems }: JsonSchema, index: number): JsonSchemaNode[] {
  const tuple = prefixItems ?? (Array.isArray(items) ? (items as readonly JsonSchemaNode[]) : []);
  const rest = Array.isArray(items) ? additionalItems : items;
  const positioned = tuple[index];
  if (positioned !== undefined) return [positioned];
  return rest === undefined ? [] : [rest as JsonSchemaNode];
}

function propertySchemas(schema: JsonSchema, key: string): JsonSchemaNode[] {
  const { properties = {}, patternProperties, additionalProperties } = schema;
  // Which patterns a key matches is for the validator's engine to say.
  if (patternProperties !== undefined) return [frozen];
  const declared = Object.hasOwn(properties, key) ? properties[key] : additionalProperties;
  return declared === undefined ? [] : [declared];
}
