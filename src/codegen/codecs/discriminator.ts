/** The field that tells the alternatives of a union apart: required in each, and a different fixed text in each. */
import { isSchemaObject, type JsonSchemaNode } from "../../tool/schema/json-schema.ts";
import { fixedValuesOf } from "./fixed-values.ts";
import type { SchemaReader } from "./schema-reader.ts";

export interface Discriminator {
  readonly name: string;
  /** For each alternative, the texts that mean it. */
  readonly values: readonly (readonly string[])[];
}

export function findDiscriminator(
  branches: readonly JsonSchemaNode[],
  reader: SchemaReader,
): Discriminator | undefined {
  const first = branches[0] === undefined ? false : reader.resolve(branches[0]);
  const candidates = isSchemaObject(first) ? (first.required ?? []) : [];
  for (const name of candidates) {
    const values = branches.map((branch) => textsOf(branch, name, reader));
    const known = values.filter((texts) => texts !== undefined);
    const all = known.flat();
    if (known.length === branches.length && new Set(all).size === all.length) return { name, values: known };
  }
  return undefined;
}

function textsOf(branch: JsonSchemaNode, name: string, reader: SchemaReader): string[] | undefined {
  const target = reader.resolve(branch);
  if (!isSchemaObject(target) || target.type !== "object" || !target.required?.includes(name)) return undefined;
  const field = Object.hasOwn(target.properties ?? {}, name) ? target.properties?.[name] : undefined;
  const node = field === undefined ? false : reader.resolve(field);
  const values = isSchemaObject(node) && node.default === undefined ? fixedValuesOf(node) : undefined;
  const texts = values?.filter((value) => typeof value === "string") ?? [];
  return texts.length > 0 && texts.length === values?.length ? texts : undefined;
}
