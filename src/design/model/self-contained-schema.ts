/**
 * A schema of the model on its own: whatever it refers to comes along under `$defs`. A root that only refers to a user
 * type becomes that type, because whoever reads a tool's schema looks for `properties` at its root.
 */
import { selfContained } from "../../tool/projection/self-contained.ts";
import { type JsonSchema, resolveRef } from "../../tool/schema/json-schema.ts";
import { withoutKeywords } from "../../tool/schema/without-keywords.ts";

export function selfContainedSchema(schema: JsonSchema, types: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const document: JsonSchema = { $defs: types };
  const root = dereference(schema, document, new Set());
  return selfContained(root, (ref) => resolveRef(document, ref));
}

/** The definition itself, with what stands beside the reference laid over it; a description there is more particular. */
function dereference(schema: JsonSchema, document: JsonSchema, followed: Set<string>): JsonSchema {
  const { $ref } = schema;
  if ($ref === undefined || followed.has($ref)) return schema;
  const target = resolveRef(document, $ref);
  if (typeof target !== "object") return schema;
  followed.add($ref);
  return { ...dereference(target, document, followed), ...withoutKeywords(schema, "$ref") };
}
