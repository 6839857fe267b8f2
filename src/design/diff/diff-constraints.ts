/** What a schema says of a single value, and whether another admits fewer or more. */

import { jsonEqual } from "../../json/json-equal.ts";
import { type JsonSchema, typesOf } from "../../tool/schema/json-schema.ts";
import type { ChangeCode } from "./design-change.ts";

/** Whether values were lost, won, or both; `neither` for what only means something else. */
export type Direction = "narrower" | "wider" | "other" | "neither";

export interface SchemaChange {
  readonly code: ChangeCode;
  readonly direction: Direction;
  readonly message: string;
}

export function diffConstraints(before: JsonSchema, after: JsonSchema): SchemaChange[] {
  return [
    ...diffTypes(before, after),
    ...diffValues(before, after),
    ...diffLimits(before, after),
    ...diffDefault(before, after),
  ];
}

function diffTypes(before: JsonSchema, after: JsonSchema): SchemaChange[] {
  const [was, is] = [typesOf(before), typesOf(after)];
  // An integer is a number too.
  const admits = (types: readonly string[], type: string) =>
    types.length === 0 || types.includes(type) || (type === "integer" && types.includes("number"));
  const isLost = is.length > 0 && (was.length === 0 || was.some((type) => !admits(is, type)));
  const isWon = was.length > 0 && (is.length === 0 || is.some((type) => !admits(was, type)));
  if (!isLost && !isWon) return [];
  const direction = isLost && isWon ? "other" : isLost ? "narrower" : "wider";
  return [{ code: "type_changed", direction, message: `was ${listed(was)}, is ${listed(is)}` }];
}

function diffValues(before: JsonSchema, after: JsonSchema): SchemaChange[] {
  const [was, is] = [allowedValues(before), allowedValues(after)];
  if (was === undefined && is === undefined) return [];
  if (was === undefined) {
    return [{ code: "values_removed", direction: "narrower", message: `takes only ${values(is ?? [])}` }];
  }
  if (is === undefined) {
    return [{ code: "values_added", direction: "wider", message: `takes any value, and took only ${values(was)}` }];
  }
  const removed = without(was, is);
  const added = without(is, was);
  return [
    ...(removed.length === 0
      ? []
      : [{ code: "values_removed", direction: "narrower", message: `no longer takes ${values(removed)}` } as const]),
    ...(added.length === 0
      ? []
      : [{ code: "values_added", direction: "wider", message: `now takes ${values(added)}` } as const]),
  ];
}

const LOWEST = ["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"];
const HIGHEST = ["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"];
const OPAQUE = ["pattern", "format", "contentEncoding", "multipleOf", "uniqueItems"];

function diffLimits(before: JsonSchema, after: JsonSchema): SchemaChange[] {
  return [...LOWEST, ...HIGHEST, ...OPAQUE].flatMap((keyword): SchemaChange[] => {
    const [was, is] = [before[keyword], after[keyword]];
    if (jsonEqual(was, is)) return [];
    const isNarrower = is !== undefined && (was === undefined || !admitsAll(keyword, was, is));
    const isWider = was !== undefined && (is === undefined || !admitsAll(keyword, is, was));
    const direction = isNarrower && isWider ? "other" : isNarrower ? "narrower" : "wider";
    const code = isNarrower ? "constraint_narrowed" : "constraint_widened";
    return [{ code, direction, message: `${keyword} was ${shown(was)}, is ${shown(is)}` }];
  });
}

/** Whether everything that meets the one limit meets the other; of limits that have no order nobody can tell. */
function admitsAll(keyword: string, limit: unknown, other: unknown): boolean {
  if (typeof limit !== "number" || typeof other !== "number") return false;
  if (LOWEST.includes(keyword)) return other <= limit;
  return HIGHEST.includes(keyword) && other >= limit;
}

function diffDefault({ default: was }: JsonSchema, { default: is }: JsonSchema): SchemaChange[] {
  if (jsonEqual(was, is)) return [];
  return [{ code: "default_changed", direction: "neither", message: `the default was ${shown(was)}, is ${shown(is)}` }];
}

function allowedValues({ enum: allowed, const: only }: JsonSchema): readonly unknown[] | undefined {
  return only === undefined ? allowed : [only];
}

function without(all: readonly unknown[], others: readonly unknown[]): readonly unknown[] {
  return all.filter((value) => !others.some((other) => jsonEqual(value, other)));
}

function listed(types: readonly string[]): string {
  return types.length === 0 ? "of any type" : types.join(" or ");
}

function values(all: readonly unknown[]): string {
  return all.map((value) => JSON.stringify(value)).join(", ");
}

function shown(value: unknown): string {
  return value === undefined ? "none" : JSON.stringify(value);
}
