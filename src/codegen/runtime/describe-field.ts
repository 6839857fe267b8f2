/** What a schema says of a field, so that whoever has to mend a value reads what was meant by it. */
import { isSchemaObject, type JsonSchema, type JsonSchemaNode, resolveRef } from "../../tool/schema/json-schema.ts";
import type { Step } from "./decode-issue.ts";

/** Undefined when the schema says nothing, or cannot say which alternative the field belongs to. */
export function describeField(root: JsonSchema, path: readonly Step[]): string | undefined {
  let node: JsonSchemaNode | undefined = root;
  for (const step of path) node = childOf(dereference(node, root), step);
  return isSchemaObject(node) ? (node.description ?? dereference(node, root)?.description) : undefined;
}

function childOf(node: JsonSchema | undefined, step: Step): JsonSchemaNode | undefined {
  if (node === undefined) return undefined;
  const { properties, prefixItems, additionalProperties, items } = node;
  if (typeof step === "string") {
    return properties !== undefined && Object.hasOwn(properties, step) ? properties[step] : additionalProperties;
  }
  return prefixItems?.[step] ?? (Array.isArray(items) ? undefined : (items as JsonSchemaNode | undefined));
}

function dereference(node: JsonSchemaNode | undefined, root: JsonSchema): JsonSchema | undefined {
  let current = node;
  for (let hops = 0; isSchemaObject(current) && typeof current.$ref === "string" && hops < 10; hops++) {
    current = resolveRef(root, current.$ref);
  }
  return isSchemaObject(current) ? current : undefined;
}
