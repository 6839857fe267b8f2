/**
 * Reads one key of a value, strictly: a key that is not there is an error that names what is. The exception is a field
 * that the schema of the data declares and does not require: absent, it reads as null.
 */
import { isObject, type JsonValue } from "../../json/json.ts";
import { describeKeys, findKeys } from "../find-key.ts";
import { describeValue } from "../functions/text-of.ts";
import type { Origin } from "../syntax/trace-paths.ts";
import { type KeyStep, type PathStep, pathText } from "../template-path.ts";
import type { Work } from "./work.ts";

const missingKey = { code: "template_missing_key" } as const;

export interface KeyReader {
  readonly work: Work;
  /** Whether the schema says that this place may be absent. */
  readonly isOptional: (path: readonly PathStep[]) => boolean;
}

/** `placeOf` tells where in the data the value is, if that is known; asked only when the key is not there. */
export function readField(value: JsonValue, name: string, placeOf: () => Origin, reader: KeyReader): JsonValue {
  const { work } = reader;
  const step: KeyStep = { type: "field", name };
  const object = requireMap(value, step, placeOf, work);
  const [key, another] = findKeys(name, object);
  if (another !== undefined) {
    throw work.problem(
      `.${name} may mean ${[key, another].map((candidate) => JSON.stringify(candidate)).join(" or ")}; write the key itself`,
      { code: "template_ambiguous_key" },
    );
  }
  const found = key === undefined ? undefined : object[key];
  if (found !== undefined) return found;
  return absent(object, step, placeOf(), reader);
}

/** `index value key`, for one key. */
export function readIndex(value: JsonValue, key: JsonValue, placeOf: () => Origin, reader: KeyReader): JsonValue {
  const { work } = reader;
  if (Array.isArray(value)) {
    if (typeof key !== "number") throw work.problem(`index needs a number for a list and got ${describeValue(key)}`);
    const item = value[key];
    if (item === undefined) {
      throw work.problem(`there is no element ${key}; the list has ${value.length}, from 0`, missingKey);
    }
    return item;
  }
  if (typeof key !== "string") {
    throw work.problem(
      `index needs a list and a number, or a map and a text; it got ${describeValue(value)} and ${describeValue(key)}`,
    );
  }
  const step: KeyStep = { type: "key", key };
  const object = requireMap(value, step, placeOf, work);
  const found = Object.hasOwn(object, key) ? object[key] : undefined;
  if (found !== undefined) return found;
  return absent(object, step, placeOf(), reader);
}

function absent(object: object, step: KeyStep, from: Origin, { work, isOptional }: KeyReader): null {
  if (from !== undefined && isOptional([...from, step])) return null;
  throw missing(step, from, describeKeys(step, Object.keys(object)), work);
}

function requireMap(value: JsonValue, step: KeyStep, placeOf: () => Origin, work: Work): Record<string, JsonValue> {
  if (isObject(value)) return value as Record<string, JsonValue>;
  const hint = value === null ? "test it first, with {{ with … }}" : "only a map has keys";
  throw missing(step, placeOf(), `it would be read from ${describeValue(value)}; ${hint}`, work);
}

function missing(step: KeyStep, from: Origin, instead: string, work: Work): Error {
  const path = pathText([...(from ?? []), step]);
  return work.problem(`${path.slice(0, 200)} is missing; ${instead}`, { ...missingKey, data: { path } });
}
