/** Go's idea of truth: false, 0, null, and empty texts, lists and maps are false; everything else is true. */
import type { JsonValue } from "../../json/json.ts";

export function isTrue(value: JsonValue): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (typeof value === "object" && value !== null) return Object.keys(value).length > 0;
  return Boolean(value);
}
