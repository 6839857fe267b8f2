/**
 * A codec carries values between the author's shape and the provider's. `decode(encode(value))` is the value, for
 * every value the author's schema accepts. Neither direction throws: a value of another shape is handed on unchanged,
 * so that the author's validator is the one to report it, in the author's terms.
 */
import { isObject, type JsonValue } from "../../json/json.ts";
import { jsonEqual } from "../../json/json-equal.ts";
import { parseJson } from "../../json/parse-json.ts";

export interface Codec {
  /** Both directions return their argument, so nobody has to walk the value. */
  readonly isIdentity: boolean;
  encode(value: JsonValue): JsonValue;
  decode(value: JsonValue): JsonValue;
}

export const identity: Codec = { isIdentity: true, encode: (value) => value, decode: (value) => value };

/** Any value as its JSON text. Text that is not JSON is taken as the text it is. */
export const jsonText: Codec = {
  isIdentity: false,
  encode: (value) => JSON.stringify(value),
  decode(value) {
    if (typeof value !== "string") return value;
    try {
      return parseJson(value);
    } catch {
      return value;
    }
  },
};

/** A fixed set of values, each under a label of its own. */
export function labelled(labels: ReadonlyMap<string, JsonValue>): Codec {
  return {
    isIdentity: false,
    encode: (value) => [...labels].find(([, labelledValue]) => jsonEqual(labelledValue, value))?.[0] ?? value,
    decode(value) {
      const found = typeof value === "string" ? labels.get(value) : undefined;
      // A copy: the value comes out of the schema, and whoever receives it may change it.
      return found === undefined ? value : structuredClone(found);
    },
  };
}

/** Null stays null: no codec turns anything else into it. */
export function nullable(codec: Codec): Codec {
  if (codec.isIdentity) return identity;
  return {
    isIdentity: false,
    encode: (value) => (value === null ? null : codec.encode(value)),
    decode: (value) => (value === null ? null : codec.decode(value)),
  };
}

/** Items by position; those beyond `first` are all `rest`. */
export function listOf(first: readonly Codec[], rest: Codec): Codec {
  if (rest.isIdentity && first.every((codec) => codec.isIdentity)) return identity;
  const at = (index: number) => first[index] ?? rest;
  return {
    isIdentity: false,
    encode: (value) => (Array.isArray(value) ? value.map((item, i) => at(i).encode(item)) : value),
    decode: (value) => (Array.isArray(value) ? value.map((item, i) => at(i).decode(item)) : value),
  };
}

/** An object of like values as a list of `{ key, value }`. */
export function entriesOf(codec: Codec): Codec {
  return {
    isIdentity: false,
    encode(value) {
      if (!isObject(value)) return value;
      return Object.entries(value).map(([key, item]) => ({ key, value: codec.encode(item as JsonValue) }));
    },
    decode(value) {
      const entries = Array.isArray(value)
        ? value.map(readEntry)
        : isObject(value)
          ? Object.entries(value)
          : [undefined];
      if (!entries.every((entry) => entry !== undefined)) return value;
      return Object.fromEntries(entries.map(([key, item]) => [key, codec.decode(item as JsonValue)]));
    },
  };
}

function readEntry(entry: JsonValue): [string, JsonValue] | undefined {
  if (!isObject(entry) || typeof entry.key !== "string" || !Object.hasOwn(entry, "value")) return undefined;
  return [entry.key, entry.value as JsonValue];
}

/** A codec that is still being made: a type that contains itself. */
export function deferred(codec: () => Codec): Codec {
  return {
    isIdentity: false,
    encode: (value) => codec().encode(value),
    decode: (value) => codec().decode(value),
  };
}
