/**
 * Decoders of unions. A field that tells the alternatives apart, or their types, chooses the one whose issues are
 * reported; only alternatives that neither tells apart are tried one by one.
 */
import {
  isSchemaObject,
  type JsonSchema,
  type JsonSchemaNode,
  type JsonSchemaType,
  typesOf,
} from "../../tool/schema/json-schema.ts";
import { block, type Doc, hardline, indent, list } from "../text/doc.ts";
import { stringLiteral } from "../text/literal.ts";
import type { DecoderWriter } from "./decoder-writer.ts";
import { type Discriminator, findDiscriminator } from "./discriminator.ts";
import { fixedValueCheck, fixedValuesOf } from "./fixed-values.ts";
import { typeTest } from "./place.ts";
import { toStatements } from "./statement.ts";

/** The body of a decoder of a node that has `anyOf` or `oneOf` and nothing else. */
export function writeUnion(node: JsonSchema, path: readonly string[], writer: DecoderWriter): Doc[] {
  const branches = node.anyOf ?? node.oneOf ?? [];
  const values = fixedValuesOfAll(branches, writer);
  if (values !== undefined) {
    const place = { value: "input", step: "step", path, assign: () => [] };
    return [...toStatements(fixedValueCheck(values, place, writer)), "return input;"];
  }
  const discriminator = findDiscriminator(branches, writer.reader);
  if (discriminator !== undefined) return byField(branches, discriminator, path, writer);
  const types = disjointTypes(branches, writer);
  if (types !== undefined) return byType(branches, types, path, writer);
  return byTrying(node.anyOf === undefined ? "onlyOneOf" : "firstOf", branches, path, writer);
}

/** A union of fixed values is one list of them. */
function fixedValuesOfAll(branches: readonly JsonSchemaNode[], writer: DecoderWriter): unknown[] | undefined {
  const values: unknown[] = [];
  for (const branch of branches) {
    const target = writer.reader.resolve(branch);
    const fixed = isSchemaObject(target) ? fixedValuesOf(target) : undefined;
    if (fixed === undefined) return undefined;
    values.push(...fixed);
  }
  return new Set(values.map((value) => JSON.stringify(value))).size === values.length ? values : undefined;
}

function byField(
  branches: readonly JsonSchemaNode[],
  { name, values }: Discriminator,
  path: readonly string[],
  writer: DecoderWriter,
): Doc[] {
  const step = stringLiteral(name);
  const cases = branches.flatMap((branch, index) => {
    const labels = (values[index] ?? []).map((value) => `case ${stringLiteral(value)}:`);
    const decode = writer.decoder(branch, [...path, values[index]?.[0] ?? String(index)]);
    return [...labels.slice(0, -1), [labels.at(-1) ?? "", indent(hardline, `return ${decode}(input, issues, step);`)]];
  });
  const all = values.flat();
  const constant = writer.constant(
    [...path, name, "values"].join(" "),
    JSON.stringify(all),
    list("[", all.map(stringLiteral), "]"),
    "readonly unknown[]",
  );
  return [
    `if (!${writer.use("isObject")}(input)) return issues.type(input, "object", step);`,
    `const tag = ${writer.use("own")}(input, ${step});`,
    block("switch (tag) {", cases),
    "const mark = issues.count;",
    `if (tag === undefined) issues.missing(${step}, "one of the allowed values");`,
    `else issues.enumValue(tag, ${constant}, ${step});`,
    "issues.under(step, mark);",
    "return input;",
  ];
}

/** The types of each branch, when no value can be of two branches. */
function disjointTypes(branches: readonly JsonSchemaNode[], writer: DecoderWriter): JsonSchemaType[][] | undefined {
  const seen = new Set<JsonSchemaType>();
  const all: JsonSchemaType[][] = [];
  for (const branch of branches) {
    const target = writer.reader.resolve(branch);
    const types = isSchemaObject(target) ? typesOf(target) : [];
    const kinds = types.map((type) => (type === "integer" ? "number" : type));
    if (types.length === 0 || kinds.some((kind) => seen.has(kind))) return undefined;
    for (const kind of kinds) seen.add(kind);
    all.push([...types]);
  }
  return all;
}

function byType(
  branches: readonly JsonSchemaNode[],
  types: readonly JsonSchemaType[][],
  path: readonly string[],
  writer: DecoderWriter,
): Doc[] {
  const arms = branches.map((branch, index) => {
    const own = types[index] ?? [];
    const decode = writer.decoder(branch, [...path, own.join(" ")]);
    // A number that is no integer is meant as one, and told so.
    const tests = own.map((type) => typeTest(type === "integer" ? "number" : type, "input", writer).is);
    return `if (${tests.join(" || ")}) return ${decode}(input, issues, step);`;
  });
  return [...arms, `return issues.type(input, ${stringLiteral(types.flat().join(" or "))}, step);`];
}

function byTrying(
  helper: "firstOf" | "onlyOneOf",
  branches: readonly JsonSchemaNode[],
  path: readonly string[],
  writer: DecoderWriter,
): Doc[] {
  const decoders = branches.map((branch, index) => writer.decoder(branch, [...path, `option ${index + 1}`]));
  return [["return ", `${writer.use(helper)}(input, issues, step, `, list("[", decoders, "]"), ");"]];
}
