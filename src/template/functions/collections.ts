/**
 * `len`, `count`, `slice` and `join`. A text is counted and cut by its Unicode characters, where Go would count bytes
 * and could cut a character in two.
 */
import { isObject, type JsonValue } from "../../json/json.ts";
import { BoundedText } from "../render/bounded-text.ts";
import type { Work } from "../render/work.ts";
import { codePointCount, sliceCodePoints } from "./code-points.ts";
import type { FunctionSpec } from "./template-function.ts";
import { describeValue, textOf } from "./text-of.ts";

export const collections: Readonly<Record<string, FunctionSpec>> = {
  len: { minArgs: 1, maxArgs: 1, run: ([value = null], work) => lengthOf(value, work) },
  count: { minArgs: 1, maxArgs: 1, run: ([list = null], work) => listOf("count", list, work).length },
  slice: { minArgs: 1, maxArgs: 3, run: ([value = null, ...bounds], work) => slice(value, bounds, work) },
  join: { minArgs: 2, maxArgs: 2, run: ([list = null, separator = null], work) => join(list, separator, work) },
};

function lengthOf(value: JsonValue, work: Work): number {
  if (typeof value === "string") return codePointCount(value);
  if (Array.isArray(value)) return value.length;
  if (isObject(value)) return Object.keys(value).length;
  throw work.problem(`len needs a text, a list or a map and got ${describeValue(value)}`);
}

/** An optional list that is absent has no elements. */
function listOf(name: string, value: JsonValue, work: Work): JsonValue[] {
  if (Array.isArray(value)) return value;
  if (value === null) return [];
  throw work.problem(`${name} needs a list and got ${describeValue(value)}`);
}

function slice(value: JsonValue, bounds: readonly JsonValue[], work: Work): JsonValue {
  if (typeof value !== "string" && !Array.isArray(value)) {
    throw work.problem(`slice needs a text or a list and got ${describeValue(value)}`);
  }
  const length = lengthOf(value, work);
  const [start = 0, end = length] = bounds.map((bound) => {
    if (typeof bound === "number" && Number.isInteger(bound) && bound >= 0 && bound <= length) return bound;
    throw work.problem(`slice needs whole numbers from 0 to ${length} here and got ${describeValue(bound)}`);
  });
  if (start > end) throw work.problem(`slice needs its start (${start}) not to be after its end (${end})`);
  if (typeof value === "string") return sliceCodePoints(value, start, end);
  work.spend(end - start);
  return value.slice(start, end);
}

function join(list: JsonValue, separator: JsonValue, work: Work): string {
  if (typeof separator !== "string")
    throw work.problem(`join needs a text between the elements and got ${describeValue(separator)}`);
  const text = new BoundedText(work);
  for (const [index, item] of listOf("join", list, work).entries()) {
    if (typeof item === "object" && item !== null) {
      throw work.problem(`join needs a list of texts; element ${index} is ${describeValue(item)}`);
    }
    work.spend(1);
    if (index > 0) text.append(separator);
    text.append(textOf(item, work));
  }
  return text.toString();
}
