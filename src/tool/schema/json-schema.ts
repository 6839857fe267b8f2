/** JSON Schema as data: the form of record for every tool, whatever library its author used. */

export type JsonSchemaType = "string" | "number" | "integer" | "boolean" | "object" | "array" | "null";

/** A schema node. Known keywords are typed; any other keyword is carried unchanged. */
export interface JsonSchema {
  readonly $schema?: string;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchemaNode>>;
  readonly definitions?: Readonly<Record<string, JsonSchemaNode>>;
  readonly type?: JsonSchemaType | readonly JsonSchemaType[];
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, JsonSchemaNode>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchemaNode;
  readonly patternProperties?: Readonly<Record<string, JsonSchemaNode>>;
  readonly items?: JsonSchemaNode | readonly JsonSchemaNode[];
  readonly prefixItems?: readonly JsonSchemaNode[];
  readonly anyOf?: readonly JsonSchemaNode[];
  readonly oneOf?: readonly JsonSchemaNode[];
  readonly allOf?: readonly JsonSchemaNode[];
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly [keyword: string]: unknown;
}

export type JsonSchemaNode = JsonSchema | boolean;

/** The dialects this package writes. */
export type SchemaTarget = "draft-07" | "draft-2020-12";

export function isSchemaObject(node: unknown): node is JsonSchema {
  return typeof node === "object" && node !== null && !Array.isArray(node);
}

/** The types a node admits by its `type` keyword; empty when it does not say. */
export function typesOf(schema: JsonSchema): readonly JsonSchemaType[] {
  if (schema.type === undefined) return [];
  return typeof schema.type === "string" ? [schema.type] : schema.type;
}

/** Follows a local reference (`#`, `#/$defs/x`, `#/definitions/x`, any pointer); undefined when it leads nowhere. */
export function resolveRef(root: JsonSchema, ref: string): JsonSchemaNode | undefined {
  if (ref === "#") return root;
  if (!ref.startsWith("#/")) return undefined;
  let node: unknown = root;
  for (const token of ref.slice(2).split("/")) {
    const key = decoded(token).replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof node !== "object" || node === null || !Object.hasOwn(node, key)) return undefined;
    node = (node as Record<string, unknown>)[key];
  }
  return typeof node === "boolean" || isSchemaObject(node) ? node : undefined;
}

/** A reference from elsewhere may hold anything; what is not an escape stands for itself. */
function decoded(token: string): string {
  try {
    return decodeURIComponent(token);
  } catch {
    return token;
  }
}
