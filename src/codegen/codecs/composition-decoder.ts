/** Nodes that several schemas speak of together: `allOf`, `not`, references with more beside them, and unions. */
import { isSchemaObject, type JsonSchema, type JsonSchemaNode } from "../../tool/schema/json-schema.ts";
import { withoutKeywords } from "../../tool/schema/without-keywords.ts";
import type { Doc } from "../text/doc.ts";
import { literal } from "../text/literal.ts";
import type { DecoderWriter } from "./decoder-writer.ts";
import { isAnnotation, unsupported } from "./schema-reader.ts";
import { writeUnion } from "./union-decoder.ts";

const COMPOSING = ["allOf", "anyOf", "oneOf", "not", "$ref"] as const;

export function isComposed(node: JsonSchema): boolean {
  return COMPOSING.some((keyword) => node[keyword] !== undefined);
}

/** The body of the decoder: a union alone decides for itself, else every part has to accept the value in turn. */
export function writeComposition(node: JsonSchema, path: readonly string[], writer: DecoderWriter): Doc[] {
  const { allOf = [], anyOf, oneOf, $ref, unevaluatedProperties } = node;
  const base = withoutKeywords(node, ...COMPOSING, "unevaluatedProperties");
  const parts: JsonSchemaNode[] = [
    ...(Object.keys(base).every(isAnnotation) ? [] : [base]),
    ...($ref === undefined ? [] : [{ $ref }]),
    ...allOf,
    ...(anyOf === undefined ? [] : [{ anyOf }]),
    ...(oneOf === undefined ? [] : [{ oneOf }]),
  ];
  const [only] = parts;
  const isAlone = parts.length === 1 && node.not === undefined && unevaluatedProperties === undefined;
  if (isAlone && isSchemaObject(only) && (only.anyOf ?? only.oneOf) !== undefined)
    return writeUnion(only, path, writer);
  const isCopied = parts.some((part) => writer.reader.fillsDefaults(part));
  const output = isCopied ? "output" : "input";
  const isMarked = parts.length > 0 || unevaluatedProperties === false;
  return [
    ...(isMarked ? ["const mark = issues.count;"] : []),
    ...(isCopied ? ["let output = input;"] : []),
    ...parts.flatMap((part, index) => {
      const call = `${writer.decoder(part, [...path, `part ${index + 1}`])}(${output}, issues, step);`;
      // What a part makes of a value that it refuses is of no use to the next.
      const stop = "if (issues.count !== mark) return input;";
      return [writer.reader.fillsDefaults(part) ? `output = ${call}` : call, stop];
    }),
    ...refuse(node.not, path, writer),
    ...(unevaluatedProperties === false ? closing(node, path, writer) : []),
    `return ${output};`,
  ];
}

function refuse(not: unknown, path: readonly string[], writer: DecoderWriter): Doc[] {
  if (!isSchemaObject(not) && typeof not !== "boolean") return [];
  const decode = writer.decoder(not, [...path, "refused"]);
  return [`if (${writer.use("accepts")}(input, ${decode})) issues.type(input, "another value", step);`];
}

/** Refuses keys that no part names; only where the parts can be told without looking at the value. */
function closing(node: JsonSchema, path: readonly string[], writer: DecoderWriter): Doc[] {
  const names = namedKeys(node, writer);
  if (names === undefined) return [];
  const name = [...path, "keys"].join(" ");
  const keys = writer.constant(name, `keys ${JSON.stringify(names)}`, literal(names), "readonly string[]");
  return [`if (${writer.use("isObject")}(input)) issues.unknown(input, ${keys});`, "issues.under(step, mark);"];
}

/** The keys that the schemas of a composition name; undefined when one of them admits any. */
function namedKeys(node: JsonSchemaNode, writer: DecoderWriter): string[] | undefined {
  const target = writer.reader.resolve(node);
  if (!isSchemaObject(target)) return [];
  if ([target.anyOf, target.oneOf, target.patternProperties].some((keyword) => keyword !== undefined)) {
    throw unsupported("an object cannot be closed over alternatives");
  }
  const { additionalProperties } = target;
  if (additionalProperties === true || isSchemaObject(additionalProperties)) return undefined;
  const names = Object.keys(target.properties ?? {});
  for (const part of target.allOf ?? []) {
    const more = namedKeys(part, writer);
    if (more === undefined) return undefined;
    names.push(...more);
  }
  return [...new Set(names)];
}
