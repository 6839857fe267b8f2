/**
 * Rewrites plain JSON Schema from one draft's spelling to the other's: tuples, definitions and the references to
 * them, dependencies. The result has no `$schema`. Meaning is kept, except that draft-07 has no words for what only
 * 2020-12 knows (`unevaluatedProperties`, `minContains` …): such keywords are carried along unchanged.
 */
import { isSchemaObject, type JsonSchema, type JsonSchemaNode, type SchemaTarget } from "./json-schema.ts";
import { mapSubschemas, SCHEMA_MAPS } from "./subschemas.ts";
import { withoutKeywords } from "./without-keywords.ts";

/** The same object when nothing has to change. */
export function convertDraft(schema: JsonSchema, target: SchemaTarget): JsonSchema {
  const convert = (node: JsonSchemaNode): JsonSchemaNode => {
    if (!isSchemaObject(node)) return node;
    return respell(redirect(mapSubschemas(node, convert), schema, target), target);
  };
  return convert(schema) as JsonSchema;
}

function respell(node: JsonSchema, target: SchemaTarget): JsonSchema {
  const current = node.$schema === undefined ? node : withoutKeywords(node, "$schema");
  return target === "draft-07" ? to07(current) : to2020(current);
}

function to2020(node: JsonSchema): JsonSchema {
  let converted = node;
  if (Array.isArray(converted.items)) {
    const { items, additionalItems, ...rest } = converted;
    const itemsAfter = additionalItems === undefined ? {} : { items: additionalItems as JsonSchemaNode };
    converted = { ...rest, prefixItems: items, ...itemsAfter };
  }
  if (mayMove("definitions", converted)) {
    const { definitions, ...rest } = converted;
    converted = { ...rest, ...(definitions && { $defs: definitions }) };
  }
  if (isSchemaObject(converted.dependencies)) converted = splitDependencies(converted);
  return converted;
}

function to07(node: JsonSchema): JsonSchema {
  let converted = node;
  if (Array.isArray(converted.prefixItems)) {
    const { prefixItems, items, ...rest } = converted;
    converted = { ...rest, items: prefixItems, ...(items === undefined ? {} : { additionalItems: items }) };
  }
  if (mayMove("$defs", converted)) {
    const { $defs, ...rest } = converted;
    converted = { ...rest, ...($defs && { definitions: $defs }) };
  }
  if (isSchemaObject(converted.dependentRequired) || isSchemaObject(converted.dependentSchemas)) {
    converted = joinDependencies(converted);
  }
  return converted;
}

/** A node that has both kinds of definitions keeps both: either spelling resolves, and one name may mean two things. */
function mayMove(keyword: "definitions" | "$defs", node: JsonSchema): boolean {
  return isSchemaObject(node[keyword]) && (node.definitions === undefined || node.$defs === undefined);
}

function splitDependencies(node: JsonSchema): JsonSchema {
  const { dependencies, ...rest } = node;
  const entries = Object.entries(dependencies as JsonSchema);
  const required = entries.filter(([, needs]) => Array.isArray(needs));
  const schemas = entries.filter(([, needs]) => !Array.isArray(needs));
  return {
    ...rest,
    ...(required.length === 0 ? {} : { dependentRequired: Object.fromEntries(required) }),
    ...(schemas.length === 0 ? {} : { dependentSchemas: Object.fromEntries(schemas) }),
  };
}

function joinDependencies(node: JsonSchema): JsonSchema {
  const { dependentRequired, dependentSchemas, ...rest } = node;
  const dependencies: Record<string, unknown> = { ...(dependentRequired as object | undefined) };
  for (const [key, schema] of Object.entries((dependentSchemas ?? {}) as object)) {
    const required = dependencies[key];
    dependencies[key] = required === undefined ? schema : { allOf: [{ required }, schema] };
  }
  return { ...rest, dependencies };
}

/** Points a local reference at where its target stands after the conversion. */
function redirect(node: JsonSchema, root: JsonSchema, target: SchemaTarget): JsonSchema {
  if (typeof node.$ref !== "string" || !node.$ref.startsWith("#/")) return node;
  const $ref = `#/${respellPointer(node.$ref.slice(2).split("/"), root, target).join("/")}`;
  return $ref === node.$ref ? node : { ...node, $ref };
}

function respellPointer(tokens: readonly string[], root: JsonSchema, target: SchemaTarget): string[] {
  const respelled: string[] = [];
  let at: unknown = root;
  // A token is a keyword only where a schema stands; below `properties` and its like it is somebody's name.
  let isKeyword = true;
  for (const token of tokens) {
    respelled.push(isKeyword && isSchemaObject(at) ? respellKeyword(token, at, target) : token);
    at = isSchemaObject(at) || Array.isArray(at) ? (at as Record<string, unknown>)[unescapeToken(token)] : undefined;
    isKeyword = !isKeyword || (isSchemaObject(at) && !NAMES_FOLLOW.has(token));
  }
  return respelled;
}

const NAMES_FOLLOW: ReadonlySet<string> = new Set(SCHEMA_MAPS);

function respellKeyword(keyword: string, node: JsonSchema, target: SchemaTarget): string {
  if (target === "draft-07") {
    if (keyword === "$defs" && mayMove(keyword, node)) return "definitions";
    if (keyword === "dependentSchemas") return "dependencies";
    if (node.prefixItems === undefined) return keyword;
    if (keyword === "prefixItems") return "items";
    return keyword === "items" ? "additionalItems" : keyword;
  }
  if (keyword === "definitions" && mayMove(keyword, node)) return "$defs";
  if (keyword === "dependencies") return "dependentSchemas";
  if (!Array.isArray(node.items)) return keyword;
  if (keyword === "items") return "prefixItems";
  return keyword === "additionalItems" ? "items" : keyword;
}

function unescapeToken(token: string): string {
  const plain = token.replaceAll("~1", "/").replaceAll("~0", "~");
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain; // a name with a percent sign that encodes nothing
  }
}
