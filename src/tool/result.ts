/**
 * What a tool call produced. Results are made by three constructors and recognised by them, never guessed from a
 * value's shape: a tool may return `{type: "text"}` or `[]` as plain data and gets exactly that as JSON.
 */
import { stringifyJson } from "../json/stringify-json.ts";
import { type ContentPart, partAsText } from "./content-part.ts";
import type { OutputRef } from "./output/output-store.ts";

export type ToolResult = TextResult | PartsResult | JsonResult;

export interface TextResult extends ResultExtras {
  readonly type: "text";
  readonly text: string;
}

export interface PartsResult extends ResultExtras {
  readonly type: "parts";
  readonly parts: readonly ContentPart[];
}

export interface JsonResult extends ResultExtras {
  readonly type: "json";
  readonly value: unknown;
}

export interface ResultExtras {
  readonly isError?: boolean;
  /** How much of a larger whole this is. */
  readonly bounds?: ResultBounds;
  /** For people and programs beside the model; no conversion ever shows it to a model. */
  readonly serverData?: readonly ServerData[];
  /** Where the full output is kept, when this is only a part of it. */
  readonly outputRef?: OutputRef;
}

export interface ResultBounds {
  readonly returned: number;
  readonly total?: number;
  readonly truncated: boolean;
  readonly nextCursor?: string;
  readonly refinementHint?: string;
}

export interface ServerData {
  readonly kind: string;
  readonly data: unknown;
}

class Text implements TextResult {
  readonly type = "text";
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

class Parts implements PartsResult {
  readonly type = "parts";
  readonly parts: readonly ContentPart[];
  constructor(parts: readonly ContentPart[]) {
    this.parts = parts;
  }
}

class Json implements JsonResult {
  readonly type = "json";
  readonly value: unknown;
  constructor(value: unknown) {
    this.value = value;
  }
}

// On the prototypes and not on the values: a result serializes, compares and clones as the plain data it is.
const brand = Symbol.for("kigumi.tool-result");
for (const { prototype } of [Text, Parts, Json]) Object.defineProperty(prototype, brand, { value: true });

export function textResult(text: string, extras?: ResultExtras): TextResult {
  return withExtras(new Text(text), extras);
}

export function partsResult(parts: readonly ContentPart[], extras?: ResultExtras): PartsResult {
  return withExtras(new Parts(parts), extras);
}

export function jsonResult(value: unknown, extras?: ResultExtras): JsonResult {
  return withExtras(new Json(value), extras);
}

export function isToolResult(value: unknown): value is ToolResult {
  return typeof value === "object" && value !== null && brand in value;
}

/** Turns what `execute` returned into a result: results as they are, strings as text, everything else as JSON. */
export function toToolResult(returned: unknown): ToolResult {
  if (typeof returned === "string") return new Text(returned);
  return isToolResult(returned) ? returned : new Json(returned);
}

/** The same with another value. A copy: the result may be a constant of its tool. */
export function withValue(result: JsonResult, value: unknown): JsonResult {
  return Object.assign(new Json(value), { ...result, value });
}

/** The result as one text: what is stored, searched and counted. */
export function resultAsText(result: ToolResult): string {
  switch (result.type) {
    case "text":
      return result.text;
    case "json":
      return stringifyJson(result.value);
    case "parts":
      return result.parts.map(partAsText).join("\n");
  }
}

function withExtras<R extends ToolResult>(result: R, extras: ResultExtras | undefined): R {
  return extras === undefined ? result : Object.assign(result, extras);
}
