/** Finds types that no value can ever satisfy because they require themselves, in however many steps. */
import { isSchemaObject, type JsonSchema, type JsonSchemaNode } from "../../tool/schema/json-schema.ts";

/** The names of such types. A type is fine as soon as one way to fill it needs only types that are. */
export function endlessTypes(types: Readonly<Record<string, JsonSchema>>): string[] {
  const left = new Set(Object.keys(types));
  for (let isShrinking = true; isShrinking; ) {
    const ending = [...left].filter((name) => ends(types[name] ?? true, left));
    for (const name of ending) left.delete(name);
    isShrinking = ending.length > 0;
  }
  return [...left];
}

function ends(node: JsonSchemaNode, left: ReadonlySet<string>): boolean {
  if (!isSchemaObject(node)) return true;
  const { $ref, anyOf, properties = {}, required = [], items, minItems = 0 } = node;
  if ($ref !== undefined && left.has($ref.slice("#/$defs/".length))) return false;
  if (anyOf !== undefined && !anyOf.some((branch) => ends(branch, left))) return false;
  if (minItems > 0 && isSchemaObject(items) && !ends(items, left)) return false;
  return required.every((name) => ends(properties[name] ?? true, left));
}
