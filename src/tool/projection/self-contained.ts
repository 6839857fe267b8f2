/** A part of a document as a schema of its own: whatever it refers to comes along under `$defs`. */
import { isSchemaObject, type JsonSchema, type JsonSchemaNode } from "../schema/json-schema.ts";
import { mapSubschemas } from "../schema/subschemas.ts";
import { withoutKeywords } from "../schema/without-keywords.ts";
import { definitionName } from "./definition-name.ts";

export function selfContained(node: JsonSchema, resolve: (ref: string) => JsonSchemaNode | undefined): JsonSchema {
  const names = new Map<string, string>();
  const definitions: Record<string, JsonSchemaNode> = {};
  const nameOf = (ref: string): string | undefined => {
    const known = names.get(ref);
    const target = resolve(ref);
    if (known !== undefined || target === undefined) return known;
    const name = definitionName(ref, new Set(names.values()));
    names.set(ref, name);
    definitions[name] = visit(target);
    return name;
  };
  const visit = (part: JsonSchemaNode): JsonSchemaNode => {
    if (!isSchemaObject(part)) return part;
    const visited = mapSubschemas(withoutKeywords(part, "$defs", "definitions"), visit);
    const name = part.$ref === undefined ? undefined : nameOf(part.$ref);
    return name === undefined ? visited : { ...visited, $ref: `#/$defs/${name}` };
  };
  const visited = visit(node) as JsonSchema;
  return names.size === 0 ? visited : { ...visited, $defs: definitions };
}
