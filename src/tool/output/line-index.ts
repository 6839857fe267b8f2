/**
 * Counts the lines of an output while it is written, and notes now and then at which byte a line begins, so that a
 * window deep inside a large output is found without reading what comes before it.
 */
import { chunkBytes } from "./encode-text.ts";
import { LineScanner } from "./lines.ts";

/** Line `line`, counted from 0, begins at byte `byte`. */
export interface Checkpoint {
  readonly line: number;
  readonly byte: number;
}

export interface LineIndex {
  readonly byteSize: number;
  readonly lineCount: number;
  /** In order, about one for every chunk; none for an output of one chunk. */
  readonly checkpoints: readonly Checkpoint[];
}

export class LineIndexer {
  readonly #checkpoints: Checkpoint[] = [];
  #byte = 0;
  #line = 0;
  #next: number = chunkBytes;
  readonly #scanner = new LineScanner((_bytes, start, end) => {
    if (this.#byte >= this.#next) {
      this.#checkpoints.push({ line: this.#line, byte: this.#byte });
      this.#next = this.#byte + chunkBytes;
    }
    this.#byte += end - start;
    this.#line++;
  });

  push(chunk: Uint8Array): void {
    this.#scanner.push(chunk);
  }

  end(): LineIndex {
    this.#scanner.end();
    return { byteSize: this.#byte, lineCount: this.#line, checkpoints: this.#checkpoints };
  }
}

/** The last known beginning of a line that is not after `line`. */
export function checkpointBefore(checkpoints: readonly Checkpoint[], line: number): Checkpoint {
  return checkpoints.findLast((checkpoint) => checkpoint.line <= line) ?? { line: 0, byte: 0 };
}
