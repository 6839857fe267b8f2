/** Says what keeps a value from fitting a schema, as far as it can be told without compiling a validator. */
import { isPlainObject } from "../../json/is-plain-object.ts";
import { isObject, type JsonValue, jsonTypeOf } from "../../json/json.ts";
import { compileLinearPattern } from "../../pattern/linear-pattern.ts";
import { type JsonSchema, type JsonSchemaNode, resolveRef, typesOf } from "../../tool/schema/json-schema.ts";
import { mayMatch, surelyMatches } from "../../tool/schema/structural-match.ts";
import { subschemasOf } from "../../tool/schema/subschemas.ts";
import { describeReceived, formatPath } from "../../tool/schema/validation-issue.ts";

/** Undefined when the value fits, or when only a validator could tell. */
export function problemWithValue(value: unknown, schema: JsonSchema): string | undefined {
  const resolve = (ref: string) => resolveRef(schema, ref);
  const fits = (part: unknown, node: JsonSchemaNode): boolean =>
    surelyMatches(part, node, { resolve, trustFormats: true }) ||
    (isUndecidable(node, resolve) && mayMatch(part, node, { resolve }));
  return fits(value, schema) ? undefined : explain(value, schema, [], { fits, resolve });
}

interface Judge {
  fits(value: unknown, node: JsonSchemaNode): boolean;
  resolve(ref: string): JsonSchemaNode | undefined;
}

/** Goes down to the innermost part that does not fit. */
function explain(value: unknown, node: JsonSchemaNode, path: readonly (string | number)[], judge: Judge): string {
  const where = path.length === 0 ? "it" : formatPath(path);
  if (typeof node === "boolean") return `${where} is not expected there`;
  const target = node.$ref === undefined ? undefined : judge.resolve(node.$ref);
  if (target !== undefined && !judge.fits(value, target)) return explain(value, target, path, judge);
  const types = typesOf(node);
  if (types.length > 0 && !types.includes(jsonTypeOf(value) as (typeof types)[number])) {
    const isWhole = types.includes("integer") && Number.isInteger(value);
    if (!isWhole) return `${where} is ${describeReceived(value)} where ${types.join(" or ")} is expected`;
  }
  if (isObject(value)) {
    const { properties = {}, required = [], additionalProperties } = node;
    const missing = required.find((name) => !Object.hasOwn(value, name));
    if (missing !== undefined) return `${formatPath([...path, missing])} is required and missing`;
    for (const [key, part] of Object.entries(value)) {
      const child = Object.hasOwn(properties, key) ? properties[key] : (additionalProperties ?? true);
      if (child === false) return `${formatPath([...path, key])} is not a field it has`;
      if (child !== undefined && !judge.fits(part, child)) return explain(part, child, [...path, key], judge);
    }
  }
  if (Array.isArray(value) && isNode(node.items)) {
    for (const [index, part] of value.entries()) {
      if (!judge.fits(part, node.items)) return explain(part, node.items, [...path, index], judge);
    }
  }
  return `${where} is ${describeReceived(value)}, which its constraints refuse`;
}

function isNode(items: JsonSchema["items"]): items is JsonSchemaNode {
  return items !== undefined && !Array.isArray(items);
}

/** Keywords of schemas from elsewhere that nothing but a validator evaluates. */
const undecided = ["if", "contains", "dependentSchemas", "unevaluatedItems", "unevaluatedProperties"];

function isUndecidable(
  node: JsonSchemaNode,
  resolve: Judge["resolve"],
  seen: Set<JsonSchemaNode> = new Set(),
): boolean {
  if (typeof node === "boolean" || seen.has(node)) return false;
  seen.add(node);
  if (undecided.some((keyword) => node[keyword] !== undefined) || !isLinear(node.pattern)) return true;
  const target = node.$ref === undefined ? undefined : resolve(node.$ref);
  return [...subschemasOf(node), ...(target === undefined ? [] : [target])].some((each) =>
    isUndecidable(each, resolve, seen),
  );
}

function isLinear(pattern: string | undefined): boolean {
  if (pattern === undefined) return true;
  try {
    compileLinearPattern(pattern);
    return true;
  } catch {
    return false;
  }
}

/** No honest default is nested deeper; a value that contains itself is. */
const deepest = 100;

/** Whether a value survives JSON, as whatever becomes part of the model has to. */
export function isJsonValue(value: unknown, depth = 0): value is JsonValue {
  if (value === null || typeof value === "string" || typeof value === "boolean") return true;
  if (typeof value === "number") return Number.isFinite(value);
  if (depth > deepest || typeof value !== "object") return false;
  if (!Array.isArray(value) && !isPlainObject(value)) return false;
  return Object.values(value).every((part) => isJsonValue(part, depth + 1));
}
