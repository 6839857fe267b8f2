/** The conditions under which a text or a number breaks a constraint: no call beyond the check, nothing allocated. */
import type { JsonSchema } from "../../tool/schema/json-schema.ts";
import { stringFormat } from "../runtime/format-checks.ts";
import { numberLiteral, stringLiteral } from "../text/literal.ts";
import type { DecoderWriter } from "./decoder-writer.ts";
import { limitArms, numberKeyword, type Place, report } from "./place.ts";
import { unsupported } from "./schema-reader.ts";
import type { Arm } from "./statement.ts";

/** Of a value that is known to be a text. */
export function stringConstraints(schema: JsonSchema, place: Place, writer: DecoderWriter): Arm[] {
  const { value, step, path } = place;
  const { minLength, maxLength, pattern, format } = schema;
  const tooShort = minLength ? [`${writer.use("isShorter")}(${value}, ${minLength})`] : [];
  const tooLong = maxLength === undefined ? [] : [`${writer.use("isLonger")}(${value}, ${maxLength})`];
  const arms: Arm[] = limitArms("length", [...tooShort, ...tooLong], { minLength, maxLength }, place);
  if (pattern !== undefined) {
    const expression = regularExpression(pattern);
    const name = writer.constant([...path, "pattern"].join(" "), expression, expression);
    arms.push({ test: `!${name}.test(${value})`, body: [report("pattern", value, name, step)] });
  }
  if (format !== undefined && stringFormat(format) !== undefined) {
    const check = `${writer.use("formatCheck")}(${stringLiteral(format)})`;
    const name = writer.constant(`is ${format}`, check, check);
    arms.push({ test: `!${name}(${value})`, body: [report("format", value, stringLiteral(format), step)] });
  }
  return arms;
}

/** Of a value that is known to be a finite number. */
export function numberConstraints(schema: JsonSchema, place: Place, writer: DecoderWriter): Arm[] {
  const { value, step } = place;
  const limits = Object.fromEntries(
    Object.keys(RANGE_TESTS).map((keyword) => [keyword, numberKeyword(schema, keyword)] as const),
  );
  const tests = Object.entries(RANGE_TESTS).flatMap(([keyword, test]) => {
    const limit = limits[keyword];
    return limit === undefined ? [] : [test(value, numberLiteral(limit), writer)];
  });
  const arms: Arm[] = limitArms("range", tests, limits, place);
  if (schema.format === "int32") {
    arms.push({ test: `${value} !== (${value} | 0)`, body: [report("format", value, '"int32"', step)] });
  }
  if (schema.format === "int64" && schema.type !== "integer") {
    const test = `!${writer.use("isInteger")}(${value})`;
    arms.push({ test, body: [report("format", value, '"int64"', step)] });
  }
  return arms;
}

const RANGE_TESTS: Readonly<Record<string, (value: string, limit: string, writer: DecoderWriter) => string>> = {
  minimum: (value, limit) => `${value} < ${limit}`,
  maximum: (value, limit) => `${value} > ${limit}`,
  exclusiveMinimum: (value, limit) => `${value} <= ${limit}`,
  exclusiveMaximum: (value, limit) => `${value} >= ${limit}`,
  multipleOf: (value, limit, writer) => `!${writer.use("isMultipleOf")}(${value}, ${limit})`,
};

/** As the schema validator compiles it: with the `u` flag. */
export function regularExpression(pattern: string): string {
  try {
    return `/${new RegExp(pattern, "u").source}/u`;
  } catch {
    throw unsupported(`the pattern ${JSON.stringify(pattern)} is no regular expression`);
  }
}
