/**
 * Tells for each line whether a match begins in it. A long line that was broken into several is searched as the one
 * line it is, so that neither a match across a break nor `^` and `$` are fooled, yet only a bounded part of it is held:
 * in a line longer than `3 * overlap` characters, a match longer than `overlap` may be found in parts or not at all.
 */
import type { FindInLine, Span } from "./line-pattern.ts";
import type { OutputLine } from "./output-store.ts";

type OnSearched = (line: OutputLine, isMatch: boolean) => void;

const overlap = 32 * 1024;
const never: Span = { start: Number.POSITIVE_INFINITY, end: Number.POSITIVE_INFINITY };

export class LineMatcher {
  readonly #find: FindInLine;
  readonly #onSearched: OnSearched;
  /** The pieces of one long line that are not reported yet, and before them one that is, as context for `\b` and `^`. */
  #pieces: OutputLine[] = [];
  #length = 0;
  #reported = 0;

  constructor(find: FindInLine, onSearched: OnSearched) {
    this.#find = find;
    this.#onSearched = onSearched;
  }

  push(line: OutputLine): void {
    if (line.ending !== "" && this.#pieces.length === 0) {
      this.#onSearched(line, this.#find(line.text, 0) !== undefined);
      return;
    }
    this.#pieces.push(line);
    this.#length += line.text.length;
    if (line.ending !== "") this.end();
    else if (this.#length > 3 * overlap) this.#search(this.#length - overlap);
  }

  /** The long line, if there is one, is complete. */
  end(): void {
    this.#search(Number.POSITIVE_INFINITY);
    this.#pieces = [];
    this.#length = 0;
    this.#reported = 0;
  }

  /** Reports the pieces that end before `until`; what begins later is searched again with more text behind it. */
  #search(until: number): void {
    const isEnd = until === Number.POSITIVE_INFINITY;
    // The line goes on: something has to stand behind the text, or `$` would match there.
    const text = this.#pieces.map((piece) => piece.text).join("") + (isEnd ? "" : "\0");
    let end = 0;
    let settled = 0;
    let match: Span = { start: -1, end: 0 };
    for (const [index, piece] of this.#pieces.entries()) {
      const start = end;
      end += piece.text.length;
      if (end > until) break;
      settled = index + 1;
      if (index < this.#reported) {
        match = { start: -1, end };
        continue;
      }
      if (match.start < start) match = this.#next(text, Math.max(start, match.end));
      // An empty match at the very end, as of `$`, belongs to the last piece.
      const isLast = isEnd && end === text.length;
      this.#onSearched(piece, match.start < end || (isLast && match.start === end));
    }
    this.#keepFrom(settled - 1);
  }

  /** What reached the end of the text is not followed by an empty match there. */
  #next(text: string, from: number): Span {
    return (from < text.length ? this.#find(text, from) : undefined) ?? never;
  }

  #keepFrom(index: number): void {
    if (index < 0) return;
    this.#pieces = this.#pieces.slice(index);
    this.#length = this.#pieces.reduce((sum, piece) => sum + piece.text.length, 0);
    this.#reported = 1;
  }
}
