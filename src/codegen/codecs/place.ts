/** A value at the point of generated code where it is checked, and the pieces of code that speak of it. */
import type { JsonSchemaType } from "../../tool/schema/json-schema.ts";
import type { Doc } from "../text/doc.ts";
import { numberLiteral } from "../text/literal.ts";
import type { DecoderWriter } from "./decoder-writer.ts";
import type { Arm } from "./statement.ts";

export interface Place {
  /** The expression that is the value. */
  readonly value: string;
  /** The expression that is its key or index: what its issues stand under. Empty for the value being decoded. */
  readonly step: string;
  /** Names for what has to be declared on its behalf. */
  readonly path: readonly string[];
  /** What is done with the decoded value, where that can differ from the value. */
  readonly assign: (decoded: string) => readonly Doc[];
}

/** `issues.type(query, "string", "query");` A part that is empty is left out. */
export function report(method: string, ...parts: readonly string[]): string {
  return `issues.${method}(${parts.filter((part) => part !== "").join(", ")});`;
}

/** The conditions under which a value is of a type, and is not. */
export function typeTest(type: JsonSchemaType, value: string, writer: DecoderWriter): { is: string; isNot: string } {
  switch (type) {
    case "string":
    case "boolean":
      return { is: `typeof ${value} === "${type}"`, isNot: `typeof ${value} !== "${type}"` };
    case "null":
      return { is: `${value} === null`, isNot: `${value} !== null` };
    default: {
      const call = type === "array" ? `Array.isArray(${value})` : `${writer.use(TYPE_CHECKS[type])}(${value})`;
      return { is: call, isNot: `!${call}` };
    }
  }
}

const TYPE_CHECKS = { number: "isNumber", integer: "isInteger", object: "isObject" } as const;

/** One condition for a group of limits, and one issue that names them all; nothing when there are none. */
export function limitArms(
  method: "length" | "range",
  tests: readonly string[],
  limits: Readonly<Record<string, number | undefined>>,
  { value, step }: Place,
): Arm[] {
  if (tests.length === 0) return [];
  const named = Object.entries(limits).flatMap(([keyword, limit]) =>
    limit === undefined ? [] : [`${keyword}: ${numberLiteral(limit)}`],
  );
  return [{ test: tests.join(" || "), body: [report(method, value, `{ ${named.join(", ")} }`, step)] }];
}

/** A keyword that holds a number. */
export function numberKeyword(schema: Readonly<Record<string, unknown>>, keyword: string): number | undefined {
  const value = schema[keyword];
  return typeof value === "number" ? value : undefined;
}
