/**
 * What a JSON Schema says about one place of the data, and what it says one step further in. References are followed
 * and the branches of unions are all kept; where a schema leaves something open, any value may be there.
 */
import {
  isSchemaObject,
  type JsonSchema,
  type JsonSchemaNode,
  type JsonSchemaType,
  resolveRef,
} from "../tool/schema/json-schema.ts";
import { impliedTypes } from "../tool/schema/keyword-types.ts";
import { findKeys } from "./find-key.ts";
import type { KeyStep, PathStep } from "./template-path.ts";

export interface NextPlace {
  readonly place: SchemaPlace;
  /** Whether a schema names the key and not all of them require it, so that valid data may lack it. */
  readonly isOptional: boolean;
}

export class SchemaPlace {
  readonly #root: JsonSchema;
  readonly #schemas: readonly JsonSchema[];
  /** Whether something else than the schemas describe may be here, so that nothing can be ruled out. */
  readonly isOpen: boolean;

  private constructor(root: JsonSchema, nodes: readonly (JsonSchemaNode | undefined)[]) {
    this.#root = root;
    const schemas = new Set<JsonSchema>();
    const visited = new Set<JsonSchema>();
    const areOpen = nodes.map((node) => expand(root, node, schemas, visited));
    this.#schemas = [...schemas];
    // A reference that only leads back to itself says nothing either.
    this.isOpen = areOpen.includes(true) || (schemas.size === 0 && visited.size > 0);
  }

  static root(schema: JsonSchema): SchemaPlace {
    return new SchemaPlace(schema, [schema]);
  }

  /** Whether no value can be here. */
  get isImpossible(): boolean {
    return !this.isOpen && this.#schemas.length === 0;
  }

  /** The keys that are named for a map here. */
  get keys(): readonly string[] {
    return [...new Set(this.#schemas.flatMap(({ properties = {} }) => Object.keys(properties)))];
  }

  /** The types that a value here may have, as far as they are known. */
  get types(): readonly JsonSchemaType[] {
    return [...new Set(this.#schemas.flatMap(impliedTypes))];
  }

  step(step: PathStep): NextPlace {
    const all = this.#schemas.flatMap((schema) =>
      step.type === "element" ? elements(schema) : property(schema, step),
    );
    const nodes = all.map(({ node }) => node);
    if (this.isOpen) nodes.push(true);
    return {
      place: new SchemaPlace(this.#root, nodes),
      isOptional: all.some(({ isNamed }) => isNamed) && !all.every(({ isRequired }) => isRequired),
    };
  }
}

/** Gathers what describes the value; true when the node (or what it refers to) leaves open what the value is. */
function expand(
  root: JsonSchema,
  node: JsonSchemaNode | undefined,
  into: Set<JsonSchema>,
  visited: Set<JsonSchema>,
): boolean {
  if (!isSchemaObject(node)) return node !== false;
  if (visited.has(node)) return false;
  visited.add(node);
  const members = [...(node.allOf ?? []), ...(node.anyOf ?? []), ...(node.oneOf ?? [])];
  if (node.$ref !== undefined) members.push(resolveRef(root, node.$ref) ?? true);
  const isOpen = members.map((member) => expand(root, member, into, visited)).includes(true);
  // Beside a composition, a `type` alone adds nothing to what the members say.
  if (members.length > 0 && node.properties === undefined && node.items === undefined) return isOpen;
  if (impliedTypes(node).length === 0) return true;
  into.add(node);
  return isOpen;
}

/** What one schema says about a value that is one step further in. */
interface Found {
  readonly node: JsonSchemaNode;
  readonly isNamed: boolean;
  readonly isRequired: boolean;
}

function elements(schema: JsonSchema): Found[] {
  const types = impliedTypes(schema);
  const nodes: JsonSchemaNode[] = [];
  if (types.includes("array")) nodes.push(...itemsOf(schema));
  if (types.includes("object")) nodes.push(...Object.values(schema.properties ?? {}), unnamedOf(schema));
  return nodes.map((node) => ({ node, isNamed: false, isRequired: false }));
}

function property(schema: JsonSchema, step: KeyStep): Found[] {
  if (!impliedTypes(schema).includes("object")) return [];
  const { properties = {}, required = [] } = schema;
  const keys =
    step.type === "field" ? findKeys(step.name, properties) : Object.hasOwn(properties, step.key) ? [step.key] : [];
  if (keys.length === 0) return [{ node: unnamedOf(schema), isNamed: false, isRequired: false }];
  return keys.map((key) => ({ node: properties[key] ?? true, isNamed: true, isRequired: required.includes(key) }));
}

function itemsOf({ items = true, prefixItems = [], additionalItems = true }: JsonSchema): JsonSchemaNode[] {
  const isTuple = Array.isArray(items);
  const tuple = isTuple ? (items as readonly JsonSchemaNode[]) : prefixItems;
  return [...tuple, (isTuple ? additionalItems : items) as JsonSchemaNode];
}

/** What a key may hold that the schema does not name. */
function unnamedOf({ additionalProperties = true, patternProperties }: JsonSchema): JsonSchemaNode {
  return patternProperties === undefined ? additionalProperties : true;
}
