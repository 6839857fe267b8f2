/** Tools take named arguments, so the root of an input schema is an object; a union of objects only has to say so. */
import { KigumiError } from "../../errors/kigumi-error.ts";
import { type JsonSchema, typesOf } from "./json-schema.ts";

export function asObjectRoot(schema: JsonSchema): JsonSchema {
  if (typesOf(schema).includes("object")) return schema;
  const isUnion = schema.anyOf !== undefined || schema.oneOf !== undefined || schema.allOf !== undefined;
  if (schema.type === undefined && (isUnion || schema.$ref !== undefined || schema.properties !== undefined)) {
    return { type: "object", ...schema };
  }
  throw new KigumiError({
    code: "schema_not_an_object",
    message: `has to describe an object with named properties, but describes ${schema.type === undefined ? "any value" : typesOf(schema).join(" or ")}; wrap it, for example in z.object({ value: … })`,
  });
}
