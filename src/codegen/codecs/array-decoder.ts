/** Decoders of arrays and tuples: one loop, and a copy only when an item's defaults were filled in. */
import type { JsonSchema, JsonSchemaNode } from "../../tool/schema/json-schema.ts";
import { block, type Doc } from "../text/doc.ts";
import type { DecoderWriter } from "./decoder-writer.ts";
import { check } from "./node-decoder.ts";
import { limitArms, type Place, report } from "./place.ts";
import { isEmpty, toStatements } from "./statement.ts";

/** The statements of a decoder whose `input` is known to be an array. */
export function writeArray(schema: JsonSchema, path: readonly string[], writer: DecoderWriter): Doc[] {
  const { prefixItems = [], items } = schema;
  const rest = Array.isArray(items) ? undefined : (items as JsonSchemaNode | undefined);
  const isCopied = [...prefixItems, rest ?? true].some((node) => writer.reader.fillsDefaults(node));
  const place = (value: string, step: string, hint: string): Place => ({
    value,
    step,
    path: [...path, hint],
    assign: (decoded) => [
      `const decoded = ${decoded};`,
      block(`if (decoded !== ${value}) {`, [
        "if (output === input) output = [...input];",
        `output[${step}] = decoded;`,
      ]),
    ],
  });
  return [
    "const mark = issues.count;",
    ...(isCopied ? ["let output: unknown[] = input;"] : []),
    ...limits(schema, path),
    ...prefixItems.flatMap((node, index) =>
      tupleItem(node, index, place(`item${index}`, String(index), `item ${index}`), writer),
    ),
    ...loop(rest, prefixItems.length, place("item", "index", "item"), writer),
    ...(schema.uniqueItems === true
      ? [`if (${writer.use("hasDuplicates")}(input)) ${report("duplicates", "input")}`]
      : []),
    "issues.under(step, mark);",
    `return ${isCopied ? "output" : "input"};`,
  ];
}

function limits({ minItems, maxItems, prefixItems = [], items }: JsonSchema, path: readonly string[]): Doc[] {
  const mostItems = items === false ? Math.min(maxItems ?? prefixItems.length, prefixItems.length) : maxItems;
  const tests = [
    ...(minItems ? [`input.length < ${minItems}`] : []),
    ...(mostItems === undefined ? [] : [`input.length > ${mostItems}`]),
  ];
  const place: Place = { value: "input", step: "", path, assign: () => [] };
  const arms = limitArms("length", tests, { minItems: minItems || undefined, maxItems: mostItems }, place);
  return toStatements({ arms, otherwise: [] });
}

function tupleItem(node: JsonSchemaNode, index: number, place: Place, writer: DecoderWriter): Doc[] {
  const chain = check(node, place, writer);
  if (isEmpty(chain)) return [];
  const item = `const ${place.value}: unknown = input[${index}];`;
  return [block(`if (input.length > ${index}) {`, [item, ...toStatements(chain)])];
}

function loop(node: JsonSchemaNode | undefined, start: number, place: Place, writer: DecoderWriter): Doc[] {
  // Without a schema any item will do, except for what no value may hold.
  if (node === false) return [];
  const chain = check(node ?? true, place, writer);
  if (isEmpty(chain)) return [];
  const head = `for (let index = ${start}; index < input.length; index++) {`;
  return [block(head, ["const item: unknown = input[index];", ...toStatements(chain)])];
}
