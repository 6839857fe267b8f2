/** The primitive types. Widths are formats; an unsigned number also has its bounds, which every validator knows. */
import type { JsonSchema } from "../../tool/schema/json-schema.ts";
import { type DesignType, PrimitiveType } from "./design-type.ts";

const largestUInt32 = 2 ** 32 - 1;

export const Int: PrimitiveType = new PrimitiveType("Int", { type: "integer", format: "int64" });
export const Int32: PrimitiveType = new PrimitiveType("Int32", { type: "integer", format: "int32" });
export const Int64: PrimitiveType = new PrimitiveType("Int64", { type: "integer", format: "int64" });
export const UInt: PrimitiveType = new PrimitiveType("UInt", { type: "integer", format: "uint64", minimum: 0 });
export const UInt32: PrimitiveType = new PrimitiveType("UInt32", {
  type: "integer",
  format: "uint32",
  minimum: 0,
  maximum: largestUInt32,
});
export const UInt64: PrimitiveType = new PrimitiveType("UInt64", { type: "integer", format: "uint64", minimum: 0 });
export const Float32: PrimitiveType = new PrimitiveType("Float32", { type: "number", format: "float" });
export const Float64: PrimitiveType = new PrimitiveType("Float64", { type: "number", format: "double" });
/** Any bytes, as base64 text. */
export const Bytes: PrimitiveType = new PrimitiveType("Bytes", { type: "string", contentEncoding: "base64" });
export const Any: PrimitiveType = new PrimitiveType("Any", {});

export type Primitive = StringConstructor | BooleanConstructor | PrimitiveType;

export function isPrimitive(type: DesignType): type is Primitive {
  return type === String || type === Boolean || type instanceof PrimitiveType;
}

export function primitiveSchema(type: Primitive): JsonSchema {
  if (type instanceof PrimitiveType) return type.schema;
  return { type: type === String ? "string" : "boolean" };
}
