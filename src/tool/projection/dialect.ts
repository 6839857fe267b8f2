/**
 * A dialect is a table: what one provider's reading of JSON Schema can say about a tool's input. The rewriting engine
 * knows how to say everything else in terms of it.
 */
import type { JsonSchema, JsonSchemaType } from "../schema/json-schema.ts";

export interface Dialect {
  /**
   * The keywords that may be sent beside the engine's own (`type`, `properties`, `required`, `items`, `enum`, `anyOf`,
   * `description`); `all` when the dialect is JSON Schema itself, so that a part nobody has to change is sent as it is.
   */
  readonly keywords: "all" | ReadonlySet<string>;
  /** Refuses some values of a keyword that is otherwise allowed, such as unknown formats. */
  readonly allows?: (keyword: string, value: unknown, type: JsonSchemaType) => boolean;
  /** Refuses keywords at the root alone. */
  readonly allowsAtRoot: (keyword: string) => boolean;
  /** Whether a property may be left out; where it may not, null stands for absence. */
  readonly optionalProperties: boolean;
  /** Whether an object may hold keys it does not declare: records, `additionalProperties`. */
  readonly openObjects: boolean;
  /** Whether an object may have no properties at all. */
  readonly emptyObjects: boolean;
  /** Whether `$ref` and `$defs` are understood; where they are not, references are written out. */
  readonly references: boolean;
  /** What an `enum` may list. */
  readonly enumValues: "any" | "scalars" | "strings";
  /** Whether `{ "type": "null" }` can stand alone. */
  readonly nullType: boolean;
  readonly propertyName?: { readonly pattern: RegExp; readonly unwanted: RegExp; readonly longest: number };
  /** The dialect's own spelling of what the engine wrote. */
  readonly finish?: (schema: JsonSchema) => JsonSchema;
}

/** Providers compile patterns to automata: looking around and referring back is refused with the whole request. */
export function isRegular(pattern: unknown): boolean {
  return typeof pattern === "string" && !/\(\?[=!<]|\\[1-9]|\\k</.test(pattern);
}
