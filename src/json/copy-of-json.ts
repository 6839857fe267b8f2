/** A copy of JSON that shares nothing with the original: for code that may change what it is given. */
import type { JsonObject, JsonValue } from "./json.ts";
import { stringifyJson } from "./stringify-json.ts";

export function copyOfJson(object: JsonObject): JsonObject {
  try {
    return copyOfObject(object);
  } catch {
    // No JSON after all, such as a cycle or a date: as it is written to the log.
    return JSON.parse(stringifyJson(object));
  }
}

function copyOfObject(object: JsonObject): JsonObject {
  if ("toJSON" in object) throw new TypeError("not plain JSON");
  const copy = { ...object };
  for (const key of Object.keys(copy)) {
    const value = copy[key];
    if (typeof value === "object") copy[key] = copyOfValue(value);
  }
  return copy;
}

function copyOfValue(value: JsonValue): JsonValue {
  if (typeof value !== "object" || value === null) return value;
  return Array.isArray(value) ? value.map(copyOfValue) : copyOfObject(value);
}
