/** Text put together from pieces, never longer than an output may be. */
import type { Work } from "./work.ts";

export class BoundedText {
  readonly #work: Work;
  readonly #pieces: string[] = [];
  #length = 0;

  constructor(work: Work) {
    this.#work = work;
  }

  append(piece: string): void {
    this.#length += piece.length;
    this.#work.checkLength(this.#length);
    this.#pieces.push(piece);
  }

  toString(): string {
    return this.#pieces.join("");
  }
}
