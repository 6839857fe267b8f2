/**
 * Proves that no value belongs to two schemas of the engine's own writing, from their types, constants and required
 * properties. False means unproven.
 */
import { jsonTypeOf } from "../../json/json.ts";
import { jsonEqual } from "../../json/json-equal.ts";
import { isSchemaObject, type JsonSchema, type JsonSchemaNode, typesOf } from "../schema/json-schema.ts";

type Resolve = (ref: string) => JsonSchemaNode | undefined;

export function areDisjoint(left: JsonSchemaNode, right: JsonSchemaNode, resolve: Resolve, depth = 0): boolean {
  if (depth > DEEPEST) return false;
  if (left === false || right === false) return true;
  if (!isSchemaObject(left) || !isSchemaObject(right)) return false;
  const against = (one: JsonSchemaNode, other: JsonSchemaNode) => areDisjoint(one, other, resolve, depth + 1);
  if (left.$ref !== undefined) return against(resolve(left.$ref) ?? true, right);
  if (right.$ref !== undefined) return against(left, resolve(right.$ref) ?? true);
  if (left.anyOf !== undefined) return left.anyOf.every((branch) => against(branch, right));
  if (right.anyOf !== undefined) return right.anyOf.every((branch) => against(left, branch));
  return haveNoCommonType(left, right) || haveNoCommonConstant(left, right) || differInProperties(left, right, against);
}

/** Deep enough for any discriminator; recursive types end here. */
const DEEPEST = 16;

function haveNoCommonType(left: JsonSchema, right: JsonSchema): boolean {
  const [some, others] = [possibleTypes(left), possibleTypes(right)];
  return some !== undefined && others !== undefined && !some.some((type) => others.includes(type));
}

function possibleTypes(schema: JsonSchema): readonly string[] | undefined {
  const constants = constantsOf(schema);
  if (constants !== undefined) return constants.map(jsonTypeOf);
  const types = typesOf(schema);
  return types.length === 0 ? undefined : types.map((type) => (type === "integer" ? "number" : type));
}

function haveNoCommonConstant(left: JsonSchema, right: JsonSchema): boolean {
  const [some, others] = [constantsOf(left), constantsOf(right)];
  if (some === undefined || others === undefined) return false;
  return !some.some((value) => others.some((other) => jsonEqual(value, other)));
}

function constantsOf(schema: JsonSchema): readonly unknown[] | undefined {
  return schema.const === undefined ? schema.enum : [schema.const];
}

function differInProperties(
  left: JsonSchema,
  right: JsonSchema,
  against: (one: JsonSchemaNode, other: JsonSchemaNode) => boolean,
): boolean {
  // Only when both speak of objects alone can a property tell them apart.
  if (left.type !== "object" || right.type !== "object") return false;
  return (
    requiresUndeclared(left, right) ||
    requiresUndeclared(right, left) ||
    Object.entries(left.properties ?? {}).some(
      ([name, node]) =>
        left.required?.includes(name) === true &&
        right.required?.includes(name) === true &&
        against(node, right.properties?.[name] ?? true),
    )
  );
}

function requiresUndeclared(demanding: JsonSchema, closed: JsonSchema): boolean {
  if (closed.additionalProperties !== false || closed.patternProperties !== undefined) return false;
  return demanding.required?.some((name) => !Object.hasOwn(closed.properties ?? {}, name)) === true;
}
