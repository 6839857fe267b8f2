/**
 * The one gate to the disk: every text that is stored passes here. Masks secrets, cuts what is longer than allowed, and
 * makes text well-formed; in JSON it does so to every key and value.
 */
import { isObject, type JsonValue } from "../../json/json.ts";
import { isSecretKey, maskSecrets, maskWhole } from "./mask-secrets.ts";

export interface SanitizerOptions {
  /** Texts longer than this many UTF-16 units are cut. Default: nothing is cut. */
  readonly maxChars?: number | undefined;
}

export class Sanitizer {
  readonly #maxChars: number;

  constructor({ maxChars = Number.POSITIVE_INFINITY }: SanitizerOptions = {}) {
    this.#maxChars = maxChars > 0 ? maxChars : Number.POSITIVE_INFINITY;
  }

  text(text: string): string {
    return this.#cut(maskSecrets(text)).toWellFormed();
  }

  /** Masks before it serializes: a secret cannot hide behind the escapes of JSON. */
  json(value: JsonValue): JsonValue {
    if (typeof value === "string") return this.#cut(maskSecrets(value));
    if (Array.isArray(value)) return value.map((item) => this.json(item));
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [maskSecrets(key), this.#field(key, item)]));
  }

  #field(key: string, value: JsonValue): JsonValue {
    return typeof value === "string" && isSecretKey(key) ? maskWhole(value) : this.json(value);
  }

  /** Never between the two halves of a character. */
  #cut(text: string): string {
    if (text.length <= this.#maxChars) return text;
    const cut = text.slice(0, this.#maxChars);
    return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut;
  }
}
