/** What sort of value a type stands for, as far as it decides which constraints make sense. */
import { compileSchema } from "../../tool/schema/compiled-schema.ts";
import { typesOf } from "../../tool/schema/json-schema.ts";
import type { StandardSchema } from "../../tool/schema/standard-schema.ts";
import { Declaration } from "../expressions/declaration.ts";
import type { DesignType, UserType } from "./design-type.ts";
import { isPrimitive, primitiveSchema } from "./primitives.ts";

export type TypeKind = "text" | "number" | "boolean" | "list" | "map" | "object" | "union" | "anything";

const kindsByType: Readonly<Record<string, TypeKind>> = {
  string: "text",
  integer: "number",
  number: "number",
  boolean: "boolean",
  array: "list",
  object: "object",
};

export function kindOfType(type: DesignType, within: ReadonlySet<UserType> = new Set()): TypeKind {
  if (type instanceof Declaration) {
    if (type.kind !== "type") return type.kind;
    if (type.base === undefined) return "object";
    // A type that is another name for itself is reported elsewhere; here it is nothing in particular.
    return within.has(type) ? "anything" : kindOfType(type.base, new Set([...within, type]));
  }
  if (isPrimitive(type)) return kindsByType[String(primitiveSchema(type).type)] ?? "anything";
  return kindOfStandard(type);
}

function kindOfStandard(type: StandardSchema): TypeKind {
  try {
    const [only, ...others] = typesOf(compileSchema(type, "input").document("draft-2020-12"));
    return (others.length === 0 && only !== undefined && kindsByType[only]) || "anything";
  } catch {
    return "anything";
  }
}
