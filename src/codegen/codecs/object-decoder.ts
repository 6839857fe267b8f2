/**
 * Decoders of objects. The fast path reads every field once, counts the keys, and allocates nothing unless a default
 * has to be filled in; which key is unknown is only asked when the count is not the one expected.
 */
import { isSchemaObject, type JsonSchema, type JsonSchemaNode } from "../../tool/schema/json-schema.ts";
import { NameScope } from "../names/unique-names.ts";
import { camelCase } from "../names/words.ts";
import { braces, type Doc, list } from "../text/doc.ts";
import { literal, property, propertyKey, stringLiteral } from "../text/literal.ts";
import type { DecoderWriter } from "./decoder-writer.ts";
import { writeMap } from "./map-decoder.ts";
import { check, expectedOf } from "./node-decoder.ts";
import { limitArms, numberKeyword, type Place, report } from "./place.ts";
import { RUNTIME_NAMES } from "./runtime-names.ts";
import { orElse, statements, toStatements, when } from "./statement.ts";

/** Names that every object inherits: reading one says nothing about the object. */
const INHERITED: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

/** What a decoder calls its own things. */
const LOCALS = ["input", "issues", "step", "mark", "known", "output", "key", "value", "decoded", "userCodecs"];

interface Field {
  readonly name: string;
  /** The variable that holds it, and the one for what became of it. */
  readonly local: string;
  readonly decoded: string;
  readonly node: JsonSchemaNode;
  readonly isRequired: boolean;
}

/** The statements of a decoder whose `input` is known to be an object. */
export function writeObject(schema: JsonSchema, path: readonly string[], writer: DecoderWriter): Doc[] {
  const fields = fieldsOf(schema);
  const isCopied = writer.reader.fillsDefaults(schema);
  const isClosed = closes(schema);
  const required = fields.filter((field) => !mayBeAbsent(field)).length;
  const counts = isClosed && required < fields.length;
  return [
    "const mark = issues.count;",
    ...readFields(fields, writer),
    ...(isCopied ? ["let output = input;"] : []),
    ...(counts ? [`let known = ${required};`] : []),
    ...fields.flatMap((field) => writeField(field, path, counts, writer)),
    ...namesWithoutSchema(schema, fields),
    ...(isClosed ? closing(fields, path, counts ? "known" : String(required), writer) : writeMap(schema, path, writer)),
    ...sizeLimits(schema, path, writer),
    "issues.under(step, mark);",
    `return ${isCopied ? "output" : "input"};`,
  ];
}

function fieldsOf({ properties = {}, required = [] }: JsonSchema): Field[] {
  const scope = new NameScope([...LOCALS, ...RUNTIME_NAMES]);
  return Object.entries(properties).map(([name, node]) => {
    const local = scope.take(localName(name));
    return { name, local, decoded: scope.take(`${local}Decoded`), node, isRequired: required.includes(name) };
  });
}

/** Every function of the module is called `decode…`, so no variable is. */
function localName(name: string): string {
  const local = camelCase(name);
  return local.startsWith("decode") ? `${local}Field` : local;
}

function closes(schema: JsonSchema): boolean {
  const { additionalProperties, unevaluatedProperties, patternProperties, propertyNames } = schema;
  const isClosed = (additionalProperties ?? unevaluatedProperties) === false;
  return isClosed && patternProperties === undefined && propertyNames === undefined;
}

function readFields(fields: readonly Field[], writer: DecoderWriter): Doc[] {
  const plain = fields.filter(({ name }) => !INHERITED.has(name));
  const bindings = plain.map(({ name, local }) => (name === local ? name : `${propertyKey(name)}: ${local}`));
  const inherited = fields.filter(({ name }) => INHERITED.has(name));
  return [
    ...(plain.length === 0 ? [] : [["const ", braces(bindings), " = input;"]]),
    ...inherited.map(({ name, local }) => `const ${local} = ${writer.use("own")}(input, ${stringLiteral(name)});`),
  ];
}

function writeField(field: Field, path: readonly string[], counts: boolean, writer: DecoderWriter): Doc[] {
  const { name, local, decoded: result, node, isRequired } = field;
  const step = stringLiteral(name);
  const place: Place = {
    value: local,
    step,
    path: [...path, name],
    assign: (decoded) => {
      const assignment = ["output = ", braces(["...output", property(name, result)]), ";"];
      return [`const ${result} = ${decoded};`, ...toStatements(when(`${result} !== ${local}`, assignment))];
    },
  };
  const chain = check(node, place, writer);
  const filled = defaultOf(node);
  if (filled !== undefined) {
    const count = counts ? ["known += 1;"] : [];
    return toStatements(
      orElse(
        `${local} === undefined`,
        [fill(field, filled.value, path, writer)],
        statements(...count, ...toStatements(chain)),
      ),
    );
  }
  if (isRequired) {
    const expected = expectedOf(node, writer);
    const missing = report("missing", step, expected === undefined ? "" : stringLiteral(expected));
    return toStatements(orElse(`${local} === undefined`, [missing], chain));
  }
  const present = [...(counts ? ["known += 1;"] : []), ...toStatements(chain)];
  return present.length === 0 ? [] : toStatements(when(`${local} !== undefined`, ...present));
}

function fill({ name, node }: Field, value: unknown, path: readonly string[], writer: DecoderWriter): Doc {
  const nested = writer.reader.fillsDefaults(node);
  const filled: Doc = nested
    ? [writer.decoder(node, [...path, name]), list("(", [literal(value), "issues", stringLiteral(name)], ")")]
    : literal(value);
  return ["output = ", braces(["...output", property(name, filled)]), ";"];
}

/** In a value that is right; a default fills the place of what is required too. */
function mayBeAbsent({ isRequired, node }: Field): boolean {
  return !isRequired || defaultOf(node) !== undefined;
}

function defaultOf(node: JsonSchemaNode): { value: unknown } | undefined {
  return isSchemaObject(node) && node.default !== undefined ? { value: node.default } : undefined;
}

/** A name that is required and not described: any value will do. */
function namesWithoutSchema({ required = [] }: JsonSchema, fields: readonly Field[]): Doc[] {
  const described = new Set(fields.map(({ name }) => name));
  return required
    .filter((name) => !described.has(name))
    .map((name) => `if (!(${stringLiteral(name)} in input)) ${report("missing", stringLiteral(name), '"a value"')}`);
}

function closing(fields: readonly Field[], path: readonly string[], known: string, writer: DecoderWriter): Doc[] {
  const names = fields.map(({ name }) => name);
  const key = [...path, "keys"].join(" ");
  const keys = writer.constant(key, `keys ${JSON.stringify(names)}`, literal(names), "readonly string[]");
  const isMiscounted = `${writer.use("countKeys")}(input) !== ${known}`;
  const test = names.length === 0 ? isMiscounted : `issues.count !== mark || ${isMiscounted}`;
  return toStatements(when(test, `issues.unknown(input, ${keys});`));
}

function sizeLimits(schema: JsonSchema, path: readonly string[], writer: DecoderWriter): Doc[] {
  const [minProperties, maxProperties] = ["minProperties", "maxProperties"].map((key) => numberKeyword(schema, key));
  const tests = [
    ...(minProperties ? [`${writer.use("countKeys")}(input) < ${minProperties}`] : []),
    ...(maxProperties === undefined ? [] : [`${writer.use("countKeys")}(input) > ${maxProperties}`]),
  ];
  const place: Place = { value: "input", step: "", path, assign: () => [] };
  return toStatements({ arms: limitArms("length", tests, { minProperties, maxProperties }, place), otherwise: [] });
}
