/**
 * What the generators need to know of a schema before they write code for it. A keyword that no decoder can be
 * written for is an error here, with the way out: a decoder that is laxer than its schema must not exist.
 */
import { KigumiError } from "../../errors/kigumi-error.ts";
import { isSchemaObject, type JsonSchema, type JsonSchemaNode, resolveRef } from "../../tool/schema/json-schema.ts";
import { subschemasOf } from "../../tool/schema/subschemas.ts";
import { withoutKeywords } from "../../tool/schema/without-keywords.ts";

export type UserTypes = Readonly<Record<string, JsonSchema>>;

const PREFIX = "#/$defs/";

/** Keywords that speak of values and have no decoder. */
const UNSUPPORTED = [
  "if",
  "then",
  "else",
  "contains",
  "dependencies",
  "dependentRequired",
  "dependentSchemas",
  "unevaluatedItems",
  "$dynamicRef",
  "$recursiveRef",
];

const CONTAINERS = [
  ...["properties", "patternProperties", "additionalProperties", "propertyNames", "minProperties", "maxProperties"],
  ...["items", "prefixItems", "minItems", "maxItems", "uniqueItems"],
];

export class SchemaReader {
  readonly #types: UserTypes;
  readonly #changes = new Map<JsonSchema, boolean>();

  constructor(types: UserTypes) {
    this.#types = types;
  }

  /** The user type that a node is, when it refers to one and says nothing else about values. */
  userTypeOf(node: JsonSchemaNode): string | undefined {
    if (!isSchemaObject(node) || typeof node.$ref !== "string") return undefined;
    if (Object.keys(node).some((keyword) => keyword !== "$ref" && !ANNOTATIONS.has(keyword))) return undefined;
    return this.nameOf(node.$ref);
  }

  nameOf(ref: string): string {
    const name = decodeURIComponent(ref.slice(PREFIX.length)).replaceAll("~1", "/").replaceAll("~0", "~");
    if (ref.startsWith(PREFIX) && Object.hasOwn(this.#types, name)) return name;
    throw unsupported(`the reference ${JSON.stringify(ref)} leads to no type of the design`);
  }

  /** The node that a reference ends at. */
  resolve(node: JsonSchemaNode): JsonSchemaNode {
    let current = node;
    const seen = new Set<string>();
    while (isSchemaObject(current) && typeof current.$ref === "string") {
      if (seen.has(current.$ref)) throw unsupported(`the reference ${JSON.stringify(current.$ref)} leads to itself`);
      seen.add(current.$ref);
      this.nameOf(current.$ref);
      current = resolveRef({ $defs: this.#types }, current.$ref) ?? true;
    }
    return current;
  }

  /** A schema that only refers to a user type as that type, with what stands beside the reference laid over it. */
  dereference(schema: JsonSchema): JsonSchema {
    if (this.userTypeOf(schema) === undefined) return schema;
    const target = this.resolve(schema);
    return isSchemaObject(target) ? { ...target, ...withoutKeywords(schema, "$ref") } : schema;
  }

  /** The names of the user types that a schema leads to. */
  reachableTypes(schema: JsonSchema): ReadonlySet<string> {
    const names = new Set<string>();
    const visit = (node: JsonSchemaNode): void => {
      if (!isSchemaObject(node)) return;
      if (typeof node.$ref === "string" && !names.has(this.nameOf(node.$ref))) {
        names.add(this.nameOf(node.$ref));
        visit(this.#types[this.nameOf(node.$ref)] ?? true);
      }
      for (const child of subschemasOf(node)) visit(child);
    };
    visit(schema);
    return names;
  }

  /** Whether decoding may return something other than what came in: somewhere below, a default fills a gap. */
  fillsDefaults(node: JsonSchemaNode): boolean {
    if (!isSchemaObject(node)) return false;
    const known = this.#changes.get(node);
    if (known !== undefined) return known;
    const answer = this.#reachesDefault(node, new Set());
    this.#changes.set(node, answer);
    return answer;
  }

  #reachesDefault(node: JsonSchemaNode, visited: Set<JsonSchema>): boolean {
    if (!isSchemaObject(node) || visited.has(node)) return false;
    visited.add(node);
    const properties = Object.values(node.properties ?? {});
    if (properties.some((property) => isSchemaObject(property) && property.default !== undefined)) return true;
    const children = [...subschemasOf(node)];
    if (typeof node.$ref === "string") children.push(this.resolve(node));
    return children.some((child) => this.#reachesDefault(child, visited));
  }
}

/** Keywords that say nothing about which values are valid. */
const ANNOTATIONS: ReadonlySet<string> = new Set([
  ...["$schema", "$comment", "$id", "$anchor", "$defs", "definitions"],
  ...["title", "description", "default", "examples", "example", "deprecated", "readOnly", "writeOnly"],
  ...["contentEncoding", "contentMediaType", "contentSchema", "meta", "id"],
]);

export function isAnnotation(keyword: string): boolean {
  return ANNOTATIONS.has(keyword) || keyword.startsWith("x-");
}

export function assertSupported(schema: JsonSchema): void {
  const keyword = UNSUPPORTED.find((each) => schema[each] !== undefined);
  if (keyword !== undefined) throw unsupported(`no decoder can be written for the keyword "${keyword}"`);
  const isFixed = schema.enum !== undefined || Object.hasOwn(schema, "const");
  if (isFixed && CONTAINERS.some((each) => schema[each] !== undefined)) {
    throw unsupported('"enum" and "const" cannot stand beside keywords of objects and arrays');
  }
  if (Object.hasOwn(schema.properties ?? {}, "__proto__")) throw unsupported('a field cannot be named "__proto__"');
}

export function unsupported(problem: string): KigumiError {
  return new KigumiError({
    code: "unsupported_schema",
    message: `${problem}; describe the type with Attribute, OneOf, ArrayOf and MapOf, or with plain objects of the schema library`,
  });
}
