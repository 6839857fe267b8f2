/**
 * Objects: fields under other names, absent fields sent as null, and what the object does not declare either passed
 * through or sent as a list of entries under a name of its own.
 */
import { isObject, type JsonObject, type JsonValue } from "../../json/json.ts";
import { type Codec, entriesOf, identity } from "./codec.ts";

export interface Field {
  readonly name: string;
  readonly wireName: string;
  readonly codec: Codec;
  /** How absence is sent: not at all, as null, or as null with a present value wrapped in `{ value }`. */
  readonly absence: "omitted" | "null" | "null-or-value";
}

export interface Extras {
  readonly codec: Codec;
  /** The wire field that lists them; undefined when they stand beside the declared fields. */
  readonly listedAs?: string;
}

export function objectOf(fields: readonly Field[], extras: Extras): Codec {
  const isPlain = (field: Field) =>
    field.codec.isIdentity && field.absence === "omitted" && field.wireName === field.name;
  if (fields.every(isPlain) && extras.codec.isIdentity && extras.listedAs === undefined) return identity;
  return new ObjectCodec(fields, extras);
}

class ObjectCodec implements Codec {
  readonly isIdentity = false;
  readonly #fields: ReadonlyMap<string, Field>;
  readonly #byWireName: ReadonlyMap<string, Field>;
  readonly #renamedTo: ReadonlySet<string>;
  readonly #extras: Extras;
  readonly #listed: Codec;

  constructor(fields: readonly Field[], extras: Extras) {
    this.#fields = new Map(fields.map((field) => [field.name, field]));
    this.#byWireName = new Map(fields.map((field) => [field.wireName, field]));
    this.#renamedTo = new Set(fields.filter((f) => f.wireName !== f.name).map((f) => f.wireName));
    this.#extras = extras;
    this.#listed = entriesOf(extras.codec);
  }

  encode(value: JsonValue): JsonValue {
    if (!isObject(value)) return value;
    const wire: [string, JsonValue][] = [];
    const extras: [string, JsonValue][] = [];
    for (const [key, item] of Object.entries(value) as [string, JsonValue][]) {
      const field = this.#fields.get(key);
      if (field !== undefined) wire.push([field.wireName, encodeField(field, item)]);
      else if (this.#extras.listedAs !== undefined) extras.push([key, item]);
      else wire.push([this.#escape(key), this.#extras.codec.encode(item)]);
    }
    for (const field of this.#fields.values()) {
      if (field.absence !== "omitted" && !Object.hasOwn(value, field.name)) wire.push([field.wireName, null]);
    }
    if (this.#extras.listedAs !== undefined) {
      wire.push([this.#extras.listedAs, this.#listed.encode(Object.fromEntries(extras))]);
    }
    return Object.fromEntries(wire);
  }

  decode(value: JsonValue): JsonValue {
    if (!isObject(value)) return value;
    const { listedAs } = this.#extras;
    const decoded: JsonObject = listedAs === undefined ? {} : this.#decodeListed(listedAs, value);
    for (const key of Object.keys(value)) {
      const item = value[key] as JsonValue;
      // A model that saw the author's name in the description may use it.
      const field = this.#byWireName.get(key) ?? (this.#isEscaped(key) ? undefined : this.#fields.get(key));
      if (field !== undefined) {
        if (item !== null || field.absence === "omitted") setOwn(decoded, field.name, decodeField(field, item));
      } else if (key !== listedAs) setOwn(decoded, this.#unescape(key), this.#extras.codec.decode(item));
    }
    return decoded;
  }

  /** A list that is none is left where it is, for the validator to report. */
  #decodeListed(key: string, value: Record<string, unknown>): JsonObject {
    if (!Object.hasOwn(value, key)) return {};
    const listed = this.#listed.decode(value[key] as JsonValue);
    return isObject(listed) ? (listed as JsonObject) : { [key]: listed };
  }

  // An undeclared key may be spelled like a renamed field. Such keys get a tilde more on the way out and lose it on the
  // way back; where fields are renamed, no wire name contains one.
  #escape(key: string): string {
    return this.#isTaken(key) ? `${key}~` : key;
  }

  #unescape(key: string): string {
    return this.#isEscaped(key) ? key.slice(0, -1) : key;
  }

  #isEscaped(key: string): boolean {
    return key.endsWith("~") && this.#isTaken(key);
  }

  #isTaken(key: string): boolean {
    return this.#renamedTo.size > 0 && this.#renamedTo.has(key.replace(/~+$/, ""));
  }
}

/** Every call of a strict tool comes through here, and plain assignment is several times faster than entries. */
function setOwn(target: JsonObject, key: string, value: JsonValue): void {
  if (key !== "__proto__") target[key] = value;
  else Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}

function encodeField({ codec, absence }: Field, item: JsonValue): JsonValue {
  const encoded = codec.encode(item);
  return absence === "null-or-value" ? { value: encoded } : encoded;
}

function decodeField({ codec, absence }: Field, item: JsonValue): JsonValue {
  if (absence !== "null-or-value" || !isObject(item) || !Object.hasOwn(item, "value")) return codec.decode(item);
  return codec.decode(item.value as JsonValue);
}
