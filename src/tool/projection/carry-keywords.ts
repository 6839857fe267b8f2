/**
 * Carries the keywords that constrain or describe a node without giving it structure. What the dialect cannot say is
 * told in the description, where a model still reads it; the author's validator enforces it on the decoded value.
 */
import { isObject } from "../../json/json.ts";
import type { JsonSchema, JsonSchemaType } from "../schema/json-schema.ts";
import { typeOfKeyword } from "../schema/keyword-types.ts";
import type { Place, RewriteContext } from "./rewrite-context.ts";

/** Says nothing about values. */
const BOOKKEEPING = new Set([
  "$schema",
  "$id",
  "$anchor",
  "$dynamicAnchor",
  "$comment",
  "$vocabulary",
  "$defs",
  "definitions",
]);
/** Of no use to whoever has to produce a value. */
const UNTOLD = new Set(["title", "deprecated", "readOnly", "writeOnly"]);
/** Keywords of JSON Schema that mean something to a reader; others are somebody's extension. */
const TELLABLE = new Set(["default", "examples", "not", "if", "then", "else", "anyOf", "oneOf", "allOf"]);

export interface Carrying {
  readonly type: JsonSchemaType;
  /** Whether the wire value is the author's value, so that conditions on one hold for the other. */
  readonly isIdentity: boolean;
  /** Keywords that hold for the wire value too, even where it has another shape. */
  readonly stillHolding?: readonly string[];
  /** Keywords the caller expresses itself. */
  readonly handled: readonly string[];
}

export function carryKeywords(context: RewriteContext, node: JsonSchema, place: Place, carrying: Carrying): JsonSchema {
  const carried: Record<string, unknown> = {};
  const told: string[] = [];
  const canDescribe = !place.isRoot || context.dialect.allowsAtRoot("description");
  for (const [keyword, value] of Object.entries(node)) {
    if (keyword === "description" || carrying.handled.includes(keyword) || isIdle(keyword, value, carrying.type))
      continue;
    if (mayCarry(context, place, keyword, value, carrying)) carried[keyword] = value;
    else if (canDescribe && isTellable(keyword)) {
      told.push(`${keyword}: ${JSON.stringify(value)}`);
      context.lose(place, keyword, "only told in the description");
    } else context.lose(place, keyword, "not sent");
  }
  const description = told.length === 0 ? node.description : withNote(node.description, `(${told.join("; ")})`);
  if (description === undefined) return carried;
  if (canDescribe) return { ...carried, description };
  context.lose(place, "description", "not sent");
  return carried;
}

/** A description with something more to say. */
export function withNote(description: string | undefined, note: string): string {
  return description === undefined || description === "" ? note : `${description} ${note}`;
}

function isIdle(keyword: string, value: unknown, type: JsonSchemaType): boolean {
  if (BOOKKEEPING.has(keyword) || value === undefined) return true;
  const owner = typeOfKeyword(keyword);
  if (owner !== undefined && owner !== (type === "integer" ? "number" : type)) return true;
  // Names are always strings; saying so is how some libraries write a record.
  return (
    keyword === "propertyNames" && isObject(value) && Object.keys(value).join() === "type" && value.type === "string"
  );
}

function mayCarry(
  { dialect }: RewriteContext,
  place: Place,
  keyword: string,
  value: unknown,
  carrying: Carrying,
): boolean {
  const { isIdentity, type, stillHolding = [] } = carrying;
  if (place.isRoot && !dialect.allowsAtRoot(keyword)) return false;
  if (!isIdentity && keyword !== "title" && !stillHolding.includes(keyword)) return false;
  if (dialect.keywords === "all") return !mentionsReference(value);
  return dialect.keywords.has(keyword) && dialect.allows?.(keyword, value, type) !== false;
}

function isTellable(keyword: string): boolean {
  return !UNTOLD.has(keyword) && (TELLABLE.has(keyword) || typeOfKeyword(keyword) !== undefined);
}

/** References point into the author's document, which is not what is sent. */
function mentionsReference(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(mentionsReference);
  return isObject(value) && ("$ref" in value || Object.values(value).some(mentionsReference));
}
