/** Values that have to be one of some: `enum`, `const`, and unions of them. */
import { jsonEqual } from "../../json/json-equal.ts";
import { type JsonSchema, type JsonSchemaType, typesOf } from "../../tool/schema/json-schema.ts";
import { isLonger, isMultipleOf, isShorter } from "../runtime/checks.ts";
import { stringFormat } from "../runtime/format-checks.ts";
import { list } from "../text/doc.ts";
import { literal, numberLiteral, stringLiteral } from "../text/literal.ts";
import type { DecoderWriter } from "./decoder-writer.ts";
import { numberKeyword, type Place, report } from "./place.ts";
import { type Chain, when } from "./statement.ts";

/** The values that the keywords leave together; undefined when neither `enum` nor `const` is among them. */
export function fixedValuesOf(schema: JsonSchema): readonly unknown[] | undefined {
  const hasConst = Object.hasOwn(schema, "const");
  if (schema.enum === undefined && !hasConst) return undefined;
  const types = typesOf(schema);
  return (schema.enum ?? [schema.const])
    .filter((value) => !hasConst || jsonEqual(value, schema.const))
    .filter((value) => types.length === 0 || types.some((type) => isOfType(value, type)))
    .filter((value) => (typeof value === "string" ? isAcceptedText(value, schema) : true))
    .filter((value) => (typeof value === "number" ? isAcceptedNumber(value, schema) : true));
}

export function fixedValueCheck(allowed: readonly unknown[], place: Place, writer: DecoderWriter): Chain {
  const { value, step, path } = place;
  const values = list("[", allowed.map(literal), "]");
  const name = writer.constant([...path, "values"].join(" "), JSON.stringify(allowed), values, "readonly unknown[]");
  return when(isNoneOf(value, name, allowed, writer), report("enumValue", value, name, step));
}

/** Comparisons in a row are the fastest, and readable, while they fit on a line. */
const LONGEST_COMPARISON = 80;

function isNoneOf(value: string, values: string, allowed: readonly unknown[], writer: DecoderWriter): string {
  if (allowed.some((each) => typeof each === "object" && each !== null)) {
    return `!${writer.use("isOneOf")}(${value}, ${values})`;
  }
  const comparisons = allowed.map((each) => `${value} !== ${scalarLiteral(each)}`).join(" && ");
  const isShort = comparisons !== "" && comparisons.length <= LONGEST_COMPARISON;
  return isShort ? comparisons : `!${values}.includes(${value})`;
}

export function scalarLiteral(value: unknown): string {
  if (typeof value === "string") return stringLiteral(value);
  return typeof value === "number" ? numberLiteral(value) : String(value);
}

function isOfType(value: unknown, type: JsonSchemaType): boolean {
  if (type === "null") return value === null;
  if (type === "array") return Array.isArray(value);
  if (type === "integer") return Number.isInteger(value);
  if (type === "object") return typeof value === "object" && value !== null && !Array.isArray(value);
  return typeof value === type;
}

function isAcceptedText(text: string, { minLength = 0, maxLength, pattern, format }: JsonSchema): boolean {
  if (isShorter(text, minLength) || (maxLength !== undefined && isLonger(text, maxLength))) return false;
  if (pattern !== undefined && !new RegExp(pattern, "u").test(text)) return false;
  return format === undefined || stringFormat(format)?.(text) !== false;
}

function isAcceptedNumber(value: number, schema: JsonSchema): boolean {
  const limit = (keyword: string, otherwise: number) => numberKeyword(schema, keyword) ?? otherwise;
  const divisor = numberKeyword(schema, "multipleOf");
  return (
    value >= limit("minimum", Number.NEGATIVE_INFINITY) &&
    value <= limit("maximum", Number.POSITIVE_INFINITY) &&
    value > limit("exclusiveMinimum", Number.NEGATIVE_INFINITY) &&
    value < limit("exclusiveMaximum", Number.POSITIVE_INFINITY) &&
    (divisor === undefined || isMultipleOf(value, divisor))
  );
}
