/**
 * What may stand where a design wants a type: a primitive (the JavaScript constructors `String` and `Boolean`
 * included), a list, map or union of types, a user type, or a Standard Schema such as one of zod.
 */
import type { JsonSchema } from "../../tool/schema/json-schema.ts";
import { isStandardSchema, type StandardSchema } from "../../tool/schema/standard-schema.ts";
import { type Block, Declaration } from "../expressions/declaration.ts";

export type DesignType =
  | StringConstructor
  | BooleanConstructor
  | PrimitiveType
  | ListType
  | MapType
  | UnionType
  | UserType
  | StandardSchema;

export class PrimitiveType {
  readonly name: string;
  readonly schema: JsonSchema;

  constructor(name: string, schema: JsonSchema) {
    this.name = name;
    this.schema = schema;
  }
}

/** `ArrayOf`; the block constrains the elements. */
export interface ListType extends Declaration<"list"> {
  readonly element: DesignType;
  readonly block: Block | undefined;
}

/** `MapOf`; the block constrains the values. */
export interface MapType extends Declaration<"map"> {
  readonly key: DesignType;
  readonly value: DesignType;
  readonly block: Block | undefined;
}

/** `OneOf` as a type. */
export interface UnionType extends Declaration<"union"> {
  readonly alternatives: readonly DesignType[];
}

/** `Type`: a type with a name of its own, which may contain itself. */
export interface UserType extends Declaration<"type"> {
  readonly name: string;
  /** What it is another name for; without one it is an object of the fields its block declares. */
  readonly base: DesignType | undefined;
  readonly block: Block | undefined;
}

const kindsOfTypes: ReadonlySet<string> = new Set(["list", "map", "union", "type"]);

export function isDesignType(value: unknown): value is DesignType {
  if (value === String || value === Boolean || value instanceof PrimitiveType) return true;
  if (value instanceof Declaration) return kindsOfTypes.has(value.kind);
  // Schemas of some libraries are functions.
  return (typeof value === "object" || typeof value === "function") && value !== null && isStandardSchema(value);
}
