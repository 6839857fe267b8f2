/** The members of an object type, each under what the design says of it. */
import { isSchemaObject, type JsonSchema, type JsonSchemaNode } from "../../tool/schema/json-schema.ts";
import { documented } from "../text/comment.ts";
import { alternatives, type Doc } from "../text/doc.ts";
import { propertyKey } from "../text/literal.ts";
import type { TypeForm, TypeWriter } from "./type-writer.ts";

/** Empty for an object that names no fields. */
export function membersOf(schema: JsonSchema, writer: TypeWriter): Doc[] {
  const fields = Object.entries(schema.properties ?? {});
  if (fields.length === 0) return [];
  const members = fields.map(([name, node]) => {
    const head = `readonly ${propertyKey(name)}${isPresent(name, node, schema, writer.form) ? "" : "?"}:`;
    return documented(isSchemaObject(node) ? node.description : undefined, [head, writer.after(node)]);
  });
  return [...members, ...indexSignature(schema, writer)];
}

/** A default stands in for what was left out, so the decoded value always has the field and the sent one need not. */
function isPresent(name: string, node: JsonSchemaNode, { required = [] }: JsonSchema, form: TypeForm): boolean {
  const hasDefault = isSchemaObject(node) && node.default !== undefined;
  return form === "decoded" ? hasDefault || required.includes(name) : !hasDefault && required.includes(name);
}

/** Keys beyond the named ones. TypeScript wants the named fields to fit the signature too. */
function indexSignature(schema: JsonSchema, writer: TypeWriter): Doc[] {
  const { additionalProperties = true, unevaluatedProperties, patternProperties, properties = {} } = schema;
  const others = Object.values(patternProperties ?? {});
  if (additionalProperties === false && others.length === 0) return [];
  if (schema.additionalProperties === undefined && unevaluatedProperties === false) return [];
  if (!isSchemaObject(additionalProperties) || others.length > 0) return ["readonly [key: string]: unknown"];
  const types = [additionalProperties, ...Object.values(properties)].map((node) => writer.inside(node));
  return [["readonly [key: string]:", alternatives([...types, "undefined"], " ")]];
}
