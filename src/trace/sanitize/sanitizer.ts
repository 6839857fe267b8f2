/**
 * The one gate to the disk: every text that is stored passes here. Masks secrets, cuts what is longer than allowed, and
 * makes text well-formed; in JSON it does so to every key and value.
 */
import { isObject, type JsonValue } from "../../json/json.ts";
import { isSecretKey, maskSecrets, maskWhole } from "./mask-secrets.ts";

export interface SanitizerOptions {
  /** Texts longer than this many UTF-16 units are cut, and end with a mark that says so. Default: nothing is cut. */
  readonly maxChars?: number | undefined;
}

/** Stands where the rest of a text is missing, also inside JSON that is still valid. */
export const cutMark = "…[cut]";

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

  /** Never between the two halves of a character. Text that was cut before is left as it is. */
  #cut(text: string): string {
    if (text.length <= this.#maxChars) return text;
    if (text.endsWith(cutMark) && text.length <= this.#maxChars + cutMark.length) return text;
    const kept = text.slice(0, this.#maxChars);
    return (/[\uD800-\uDBFF]$/.test(kept) ? kept.slice(0, -1) : kept) + cutMark;
  }
}
