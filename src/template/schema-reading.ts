/**
 * Reads JSON Schema as plain data, as far as telling which places the data can have needs it. This folder lies below
 * the one that knows JSON Schema in full; whatever is not understood here counts as saying nothing.
 */
import { isObject } from "../json/json.ts";

/** Any JSON Schema object, of any draft. */
export type DataSchema = Readonly<Record<string, unknown>>;

const keywordsOfMaps = ["properties", "additionalProperties", "patternProperties", "required"];
const keywordsOfLists = ["items", "prefixItems"];

/** The types that a schema says, or that its keywords are about; none when it may be anything. */
export function typesIn(schema: DataSchema): readonly string[] {
  const { type } = schema;
  if (typeof type === "string") return [type];
  if (Array.isArray(type)) return type.filter((name) => typeof name === "string");
  const says = (keyword: string) => schema[keyword] !== undefined;
  return [...(keywordsOfMaps.some(says) ? ["object"] : []), ...(keywordsOfLists.some(says) ? ["array"] : [])];
}

/** The schemas that the value has to fit, one way or another: branches of a composition, the target of a reference. */
export function partsOf(schema: DataSchema, root: DataSchema): readonly unknown[] {
  const branches = [schema.allOf, schema.anyOf, schema.oneOf].flatMap((list) => (Array.isArray(list) ? list : []));
  return typeof schema.$ref === "string" ? [...branches, targetOf(schema.$ref, root)] : branches;
}

/** The named properties of a map. */
export function propertiesOf({ properties }: DataSchema): Readonly<Record<string, unknown>> {
  return isObject(properties) ? properties : {};
}

export function isRequiredIn({ required }: DataSchema, key: string): boolean {
  return Array.isArray(required) && required.includes(key);
}

/** What a key may hold that the schema does not name. */
export function unnamedIn({ additionalProperties = true, patternProperties }: DataSchema): unknown {
  return patternProperties === undefined ? additionalProperties : true;
}

/** What the elements of a list may be; both spellings of tuples. */
export function itemsIn({ items = true, prefixItems, additionalItems = true }: DataSchema): readonly unknown[] {
  if (Array.isArray(items)) return [...items, additionalItems];
  return Array.isArray(prefixItems) ? [...prefixItems, items] : [items];
}

/** Follows a pointer into the same schema; what lies elsewhere, or nowhere, may be anything. */
function targetOf(reference: string, root: DataSchema): unknown {
  if (reference !== "#" && !reference.startsWith("#/")) return true;
  let node: unknown = root;
  for (const token of reference.split("/").slice(1)) {
    const key = token.replaceAll("~1", "/").replaceAll("~0", "~");
    if ((!isObject(node) && !Array.isArray(node)) || !Object.hasOwn(node, key)) return true;
    node = Reflect.get(node, key);
  }
  return node;
}
