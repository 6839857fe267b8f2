/** The keys that an object does not name: checked by pattern, or all alike, and the keys themselves. */
import type { JsonSchema, JsonSchemaNode } from "../../tool/schema/json-schema.ts";
import { block, type Doc } from "../text/doc.ts";
import { literal } from "../text/literal.ts";
import type { DecoderWriter } from "./decoder-writer.ts";
import { check } from "./node-decoder.ts";
import type { Place } from "./place.ts";
import { regularExpression } from "./scalar-constraints.ts";
import { toStatements, when } from "./statement.ts";

/** The statements of a decoder whose `input` is an object and may have keys that the schema does not name. */
export function writeMap(schema: JsonSchema, path: readonly string[], writer: DecoderWriter): Doc[] {
  const { properties = {}, patternProperties = {}, propertyNames, additionalProperties = true } = schema;
  const patterns = Object.entries(patternProperties);
  const isOpen = additionalProperties === true && patterns.length === 0 && propertyNames === undefined;
  if (isOpen) return [`${writer.use("refuseProtoKeys")}(input, issues);`];

  const named = Object.keys(properties);
  const keysOf = () => {
    const name = [...path, "keys"].join(" ");
    return writer.constant(name, `keys ${JSON.stringify(named)}`, literal(named), "readonly string[]");
  };
  const value: Place = { value: "value", step: "key", path: [...path, "value"], assign: replaceValue };
  const others =
    additionalProperties === false
      ? [`issues.unknownKey(key, ${keysOf()});`]
      : toStatements(check(additionalProperties, value, writer));
  return [
    block("for (const key in input) {", [
      block('if (key === "__proto__") {', ["issues.forbidden([key]);", "continue;"]),
      ...checkName(propertyNames as JsonSchemaNode | undefined, path, writer),
      ...(patterns.length === 0 && named.length > 0 ? [`if (${keysOf()}.includes(key)) continue;`] : []),
      "const value = input[key];",
      ...(patterns.length === 0
        ? others
        : byPattern(patterns, named.length > 0 ? keysOf() : undefined, others, value, writer)),
    ]),
  ];
}

/** Several patterns may take one key; the rest is for keys that no pattern took. */
function byPattern(
  patterns: readonly [string, JsonSchemaNode][],
  keys: string | undefined,
  others: readonly Doc[],
  place: Place,
  writer: DecoderWriter,
): Doc[] {
  return [
    `let isNamed = ${keys === undefined ? "false" : `${keys}.includes(key)`};`,
    ...patterns.flatMap(([pattern, node], index) => {
      const expression = regularExpression(pattern);
      const name = writer.constant([...place.path, "key pattern"].join(" "), expression, expression);
      const checks = toStatements(check(node, { ...place, path: [...place.path, String(index)] }, writer));
      return toStatements(when(`${name}.test(key)`, "isNamed = true;", ...checks));
    }),
    ...(others.length === 0 ? [] : toStatements(when("!isNamed", ...others))),
  ];
}

function checkName(node: JsonSchemaNode | undefined, path: readonly string[], writer: DecoderWriter): Doc[] {
  if (node === undefined) return [];
  const place: Place = { value: "key", step: "key", path: [...path, "key"], assign: () => [] };
  return toStatements(check(node, place, writer));
}

function replaceValue(decoded: string): Doc[] {
  const replace = ["if (output === input) output = { ...input };", "output[key] = decoded;"];
  return [`const decoded = ${decoded};`, block("if (decoded !== value) {", replace)];
}
