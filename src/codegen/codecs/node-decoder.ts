/** Finds the code for a node of a schema: in place where a few comparisons do, else in a function of its own. */
import {
  isSchemaObject,
  type JsonSchema,
  type JsonSchemaNode,
  type JsonSchemaType,
  typesOf,
} from "../../tool/schema/json-schema.ts";
import type { Doc } from "../text/doc.ts";
import { stringLiteral } from "../text/literal.ts";
import { writeArray } from "./array-decoder.ts";
import { isComposed, writeComposition } from "./composition-decoder.ts";
import type { DecoderWriter } from "./decoder-writer.ts";
import { fixedValueCheck, fixedValuesOf } from "./fixed-values.ts";
import { writeObject } from "./object-decoder.ts";
import { type Place, report, typeTest } from "./place.ts";
import { numberConstraints, stringConstraints } from "./scalar-constraints.ts";
import { assertSupported, isAnnotation } from "./schema-reader.ts";
import { type Arm, allOf, type Chain, orElse, statements, toStatements, when } from "./statement.ts";

const ALL_TYPES: readonly JsonSchemaType[] = ["string", "number", "boolean", "null", "object", "array"];

/** The body of a function `(input, issues, step)` that decodes the node. */
export function writeBody(node: JsonSchemaNode, path: readonly string[], writer: DecoderWriter): Doc[] {
  const place: Place = { value: "input", step: "step", path, assign: (decoded) => [`return ${decoded};`] };
  if (!isSchemaObject(node) || isScalar(node))
    return [...toStatements(checkScalar(node, place, writer)), "return input;"];
  if (writer.reader.userTypeOf(node) !== undefined)
    return [`return ${writer.decoder(node, path)}(input, issues, step);`];
  if (isComposed(node)) return writeComposition(node, path, writer);
  const types = typesOf(node).length === 0 ? ALL_TYPES : typesOf(node);
  const [only] = types;
  if (types.length === 1 && only !== undefined) {
    const mismatch = `if (${typeTest(only, "input", writer).isNot}) return issues.type(input, "${only}", step);`;
    return [mismatch, ...(only === "object" ? writeObject : writeArray)(node, path, writer)];
  }
  return byType(node, types, place, writer);
}

/** Checks, and where defaults are filled decodes, a value where it stands. */
export function check(node: JsonSchemaNode, place: Place, writer: DecoderWriter): Chain {
  const nonNull = nullableOf(node);
  if (nonNull !== undefined) {
    const inner = toStatements(check(nonNull, place, writer));
    return inner.length === 0 ? statements() : when(`${place.value} !== null`, ...inner);
  }
  if (!isSchemaObject(node) || isScalar(node)) return checkScalar(node, place, writer);
  const call = `${writer.decoder(node, place.path)}(${place.value}, issues, ${place.step})`;
  return statements(...(writer.reader.fillsDefaults(node) ? place.assign(call) : [`${call};`]));
}

/** What a value has to be, in a word or two. */
export function expectedOf(node: JsonSchemaNode, writer: DecoderWriter): string | undefined {
  const target = writer.reader.resolve(node);
  if (!isSchemaObject(target)) return undefined;
  const types = typesOf(target);
  if (types.length > 0) return types.join(" or ");
  return fixedValuesOf(target) === undefined ? undefined : "one of the allowed values";
}

function checkScalar(node: JsonSchemaNode, place: Place, writer: DecoderWriter): Chain {
  const { value, step } = place;
  if (node === false) return statements(report("type", value, '"nothing"', step));
  if (!isSchemaObject(node) || saysNothing(node)) {
    return statements(`${writer.use("refuseProtoKeys")}(${value}, issues, ${step});`);
  }
  const allowed = fixedValuesOf(node);
  if (allowed !== undefined) return fixedValueCheck(allowed, place, writer);
  const types = typesOf(node);
  const [only] = types;
  if (types.length === 1 && only !== undefined) {
    const mismatch = report("type", value, stringLiteral(only), step);
    const constraints = allOf(constraintsOf(only, node, place, writer));
    return orElse(typeTest(only, value, writer).isNot, [mismatch], constraints);
  }
  // Types without constraints of their own share one condition; the others have an arm each.
  const constrained = types
    .map((type) => ({ type, constraints: toStatements(allOf(constraintsOf(type, node, place, writer))) }))
    .filter(({ constraints }) => constraints.length > 0);
  const free = types.filter((type) => !constrained.some((each) => each.type === type));
  const isOther = free.map((type) => typeTest(type, value, writer).isNot).join(" && ");
  const mismatch = report("type", value, stringLiteral(types.join(" or ")), step);
  return {
    arms: [
      ...constrained.map(({ type, constraints }) => ({ test: typeTest(type, value, writer).is, body: constraints })),
      ...(isOther === "" ? [] : [{ test: isOther, body: [mismatch] }]),
    ],
    otherwise: isOther === "" ? [mismatch] : [],
  };
}

function constraintsOf(type: JsonSchemaType, node: JsonSchema, place: Place, writer: DecoderWriter): Arm[] {
  if (type === "string") return stringConstraints(node, place, writer);
  return type === "number" || type === "integer" ? numberConstraints(node, place, writer) : [];
}

/** Every type has a decoder of its own, and the value's type chooses. */
function byType(node: JsonSchema, types: readonly JsonSchemaType[], place: Place, writer: DecoderWriter): Doc[] {
  const arms = types.map((type) => {
    const decode = writer.decoder({ ...node, type }, [...place.path, type]);
    return `if (${typeTest(type, "input", writer).is}) return ${decode}(input, issues, step);`;
  });
  return [...arms, `return issues.type(input, ${stringLiteral(types.join(" or "))}, step);`];
}

/** Nothing below it, and no alternatives: a few comparisons settle it. */
function isScalar(node: JsonSchema): boolean {
  assertSupported(node);
  if (node.$ref !== undefined || isComposed(node)) return false;
  if (saysNothing(node) || fixedValuesOf(node) !== undefined) return true;
  const types = typesOf(node);
  return types.length > 0 && !types.includes("object") && !types.includes("array");
}

function saysNothing(node: JsonSchema): boolean {
  return Object.keys(node).every(isAnnotation);
}

/** The other alternative of a union with null. */
function nullableOf(node: JsonSchemaNode): JsonSchemaNode | undefined {
  if (!isSchemaObject(node) || node.anyOf?.length !== 2) return undefined;
  if (!Object.keys(node).every((key) => key === "anyOf" || isAnnotation(key))) return undefined;
  const [other, ...more] = node.anyOf.filter((branch) => !isSchemaObject(branch) || branch.type !== "null");
  return more.length === 0 ? other : undefined;
}
