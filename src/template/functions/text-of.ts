/**
 * How values look in the output. Text is itself; numbers and booleans are as in JSON; lists and maps are JSON; null,
 * which is also what an absent optional field reads as, is nothing at all (`json` tells it apart from an empty text).
 */
import { isObject, type JsonValue } from "../../json/json.ts";
import type { Work } from "../render/work.ts";

export function textOf(value: JsonValue, work: Work): string {
  if (value === null) return "";
  return typeof value === "string" ? value : jsonOf(value, work);
}

export function jsonOf(value: JsonValue, work: Work): string {
  let text: string;
  try {
    text = JSON.stringify(value) ?? "null";
  } catch (cause) {
    throw work.problem("the value cannot be written as JSON: it is nested too deeply, or no JSON value", { cause });
  }
  work.spend(text.length);
  return text;
}

/** A value for an error message: its type, and the value itself when it is short. */
export function describeValue(value: JsonValue): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (isObject(value)) return "a map";
  const text = JSON.stringify(value);
  return `the ${typeof value} ${text.length > 40 ? `${text.slice(0, 40)}…` : text}`;
}
