/**
 * What a JSON Schema says about one place of the data, and what it says one step further in. References are followed
 * and the branches of unions are all kept; where a schema leaves something open, any value may be there.
 */
import { isObject } from "../json/json.ts";
import { findKeys } from "./find-key.ts";
import { type DataSchema, isRequiredIn, itemsIn, partsOf, propertiesOf, typesIn, unnamedIn } from "./schema-reading.ts";
import type { KeyStep, PathStep } from "./template-path.ts";

export interface NextPlace {
  readonly place: SchemaPlace;
  /** Whether a schema names the key and not all of them require it, so that valid data may lack it. */
  readonly isOptional: boolean;
}

export class SchemaPlace {
  readonly #root: DataSchema;
  readonly #schemas: readonly DataSchema[];
  /** Whether something else than the schemas describe may be here, so that nothing can be ruled out. */
  readonly isOpen: boolean;

  private constructor(root: DataSchema, nodes: readonly unknown[]) {
    this.#root = root;
    const schemas = new Set<DataSchema>();
    const visited = new Set<DataSchema>();
    const areOpen = nodes.map((node) => expand(root, node, schemas, visited));
    this.#schemas = [...schemas];
    // A reference that only leads back to itself says nothing either.
    this.isOpen = areOpen.includes(true) || (schemas.size === 0 && visited.size > 0);
  }

  static root(schema: DataSchema): SchemaPlace {
    return new SchemaPlace(schema, [schema]);
  }

  /** Whether no value can be here. */
  get isImpossible(): boolean {
    return !this.isOpen && this.#schemas.length === 0;
  }

  /** The keys that are named for a map here. */
  get keys(): readonly string[] {
    return [...new Set(this.#schemas.flatMap((schema) => Object.keys(propertiesOf(schema))))];
  }

  /** The types that a value here may have, as far as they are known. */
  get types(): readonly string[] {
    return [...new Set(this.#schemas.flatMap(typesIn))];
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
function expand(root: DataSchema, node: unknown, into: Set<DataSchema>, visited: Set<DataSchema>): boolean {
  if (!isObject(node)) return node !== false;
  if (visited.has(node)) return false;
  visited.add(node);
  const parts = partsOf(node, root);
  const isOpen = parts.map((part) => expand(root, part, into, visited)).includes(true);
  // Beside a composition, a `type` alone adds nothing to what the parts say.
  if (parts.length > 0 && node.properties === undefined && node.items === undefined) return isOpen;
  if (typesIn(node).length === 0) return true;
  into.add(node);
  return isOpen;
}

/** What one schema says about a value that is one step further in. */
interface Found {
  readonly node: unknown;
  readonly isNamed: boolean;
  readonly isRequired: boolean;
}

function elements(schema: DataSchema): Found[] {
  const types = typesIn(schema);
  const nodes: unknown[] = [];
  if (types.includes("array")) nodes.push(...itemsIn(schema));
  if (types.includes("object")) nodes.push(...Object.values(propertiesOf(schema)), unnamedIn(schema));
  return nodes.map((node) => ({ node, isNamed: false, isRequired: false }));
}

function property(schema: DataSchema, step: KeyStep): Found[] {
  if (!typesIn(schema).includes("object")) return [];
  const properties = propertiesOf(schema);
  const keys =
    step.type === "field"
      ? findKeys(step.name, properties)
      : [step.key].filter((key) => Object.hasOwn(properties, key));
  if (keys.length === 0) return [{ node: unnamedIn(schema), isNamed: false, isRequired: false }];
  return keys.map((key) => ({ node: properties[key], isNamed: true, isRequired: isRequiredIn(schema, key) }));
}
