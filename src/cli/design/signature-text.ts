/** A type in a few words: the fields of an object, with `?` for those that may be absent; else its JSON type. */
import { type DesignModel, selfContainedSchema, type ToolModel, type TypePlace } from "../../design/index.ts";
import { withoutFields } from "../../tool/inject.ts";
import { type JsonSchema, typesOf } from "../../tool/schema/json-schema.ts";

/** `search(query, limit?) → documents`. Arguments that are injected are not a caller's business. */
export function toolSignature({ name, payload, result, inject = [] }: ToolModel, { types }: DesignModel): string {
  const sent = withoutFields(selfContainedSchema(payload.schema, types), inject);
  return signature(name, payload.isWrapped ? sent.properties?.value : sent, result, types);
}

export function signature(
  name: string,
  payload: JsonSchema | boolean | undefined,
  result: TypePlace | undefined,
  types: DesignModel["types"],
): string {
  const sent = payload === undefined ? "" : shape(payload, types);
  const returned = result === undefined ? "" : ` → ${shape(result.schema, types) || "{}"}`;
  return `${name}(${sent})${returned}`;
}

function shape(node: JsonSchema | boolean, types: DesignModel["types"]): string {
  if (typeof node === "boolean") return "any";
  const schema = selfContainedSchema(node, types);
  const { properties, required = [] } = schema;
  if (properties === undefined) return typesOf(schema).join(" | ") || "any";
  return Object.keys(properties)
    .map((field) => (required.includes(field) ? field : `${field}?`))
    .join(", ");
}
