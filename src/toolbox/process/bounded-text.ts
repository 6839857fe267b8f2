/**
 * Collects the beginning of a byte stream as text, up to a number of characters. What comes after is counted as
 * truncated and dropped at once, so memory stays bounded whatever a command prints.
 */
import { StringDecoder } from "node:string_decoder";

export class BoundedText {
  readonly #decoder = new StringDecoder("utf8");
  readonly #limit: number;
  readonly #chunks: string[] = [];
  #length = 0;
  #truncated = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get truncated(): boolean {
    return this.#truncated;
  }

  write(bytes: Buffer): void {
    if (!this.#truncated) this.#append(this.#decoder.write(bytes));
  }

  end(): string {
    if (!this.#truncated) this.#append(this.#decoder.end());
    return this.#chunks.join("");
  }

  #append(text: string): void {
    const room = this.#limit - this.#length;
    this.#truncated = text.length > room;
    const kept = this.#truncated ? withoutHalfCharacter(text.slice(0, room)) : text;
    this.#chunks.push(kept);
    this.#length += kept.length;
  }
}

/** A cut may not leave half of a surrogate pair behind. */
function withoutHalfCharacter(text: string): string {
  return /[\uD800-\uDBFF]$/.test(text) ? text.slice(0, -1) : text;
}
