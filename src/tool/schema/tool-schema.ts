/** What may stand where a tool declares its input or output, and the types that follow from it. */
import type { JsonObject } from "../../json/json.ts";
import type { JsonSchema } from "./json-schema.ts";
import type { StandardSchema } from "./standard-schema.ts";

/** A Standard Schema (zod 4 and others) or plain JSON Schema. */
export type ToolSchema = StandardSchema | JsonSchema;

declare const typed: unique symbol;

/** Plain JSON Schema that carries the TypeScript type of the values it accepts. */
export type TypedJsonSchema<T> = JsonSchema & { readonly [typed]?: T };

/** Gives plain JSON Schema a TypeScript type: `jsonSchema<{ query: string }>({ type: "object", … })`. */
export function jsonSchema<T = JsonObject>(schema: JsonSchema): TypedJsonSchema<T> {
  return schema;
}

/** What `execute` receives: the schema's output type. */
export type SchemaOutput<S> = S extends { readonly "~standard": { readonly types?: infer T } }
  ? NonNullable<T> extends { readonly output: infer O }
    ? O
    : unknown
  : S extends { readonly [typed]?: infer T }
    ? unknown extends T
      ? JsonObject
      : T
    : JsonObject;

/** What a caller sends: the schema's input type. */
export type SchemaInput<S> = S extends { readonly "~standard": { readonly types?: infer T } }
  ? NonNullable<T> extends { readonly input: infer I }
    ? I
    : unknown
  : SchemaOutput<S>;
