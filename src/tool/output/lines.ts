/**
 * Finds the lines in bytes that arrive in chunks. A line ends with LF or CRLF, or after `maxLineBytes` where there is
 * no line break so soon; where it ends depends on the bytes alone, never on how they were cut into chunks, so scanning
 * may begin at the start of any line.
 */
import type { OutputLine } from "./output-store.ts";

/** A longer line is several lines: none is too long to hold in memory, and paging reaches every part of it. */
export const maxLineBytes = 2000;

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** Receives the line `bytes[start, end)` with its line break. The bytes may be reused afterwards. */
type OnLine = (bytes: Uint8Array, start: number, end: number) => void;

export class LineScanner {
  readonly #onLine: OnLine;
  #rest: Uint8Array = new Uint8Array(0);

  constructor(onLine: OnLine) {
    this.#onLine = onLine;
  }

  push(chunk: Uint8Array): void {
    this.#scan(this.#rest.length === 0 ? chunk : joined(this.#rest, chunk), false);
  }

  end(): void {
    this.#scan(this.#rest, true);
  }

  #scan(bytes: Uint8Array, isEnd: boolean): void {
    let start = 0;
    let feed = -1;
    while (start < bytes.length) {
      if (feed < start) feed = positionOf(lineFeed, bytes, start);
      const end = endOfLine(bytes, start, feed, isEnd);
      if (end === undefined) break;
      this.#onLine(bytes, start, end);
      start = end;
    }
    this.#rest = bytes.slice(start);
  }
}

/** `feed` is the next LF at or after `start`. Undefined: only the bytes still to come can tell. */
function endOfLine(bytes: Uint8Array, start: number, feed: number, isEnd: boolean): number | undefined {
  if (feed !== Number.POSITIVE_INFINITY) {
    const isCrlf = feed > start && bytes[feed - 1] === carriageReturn;
    const textEnd = isCrlf ? feed - 1 : feed;
    return textEnd - start <= maxLineBytes ? feed + 1 : brokenAt(bytes, start);
  }
  const available = bytes.length - start;
  if (isEnd) return available <= maxLineBytes ? bytes.length : brokenAt(bytes, start);
  // The longest line that is not broken is followed by CRLF: two bytes more decide.
  return available >= maxLineBytes + 2 ? brokenAt(bytes, start) : undefined;
}

/** The last character boundary within the limit. */
function brokenAt(bytes: Uint8Array, start: number): number {
  let end = start + maxLineBytes;
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return end;
}

function positionOf(byte: number, bytes: Uint8Array, from: number): number {
  const position = bytes.indexOf(byte, from);
  return position === -1 ? Number.POSITIVE_INFINITY : position;
}

function joined(left: Uint8Array, right: Uint8Array): Uint8Array {
  const whole = new Uint8Array(left.length + right.length);
  whole.set(left);
  whole.set(right, left.length);
  return whole;
}

// A byte order mark is part of the output like any other character.
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** The lines of the chunks, in batches: a promise for every line would cost more than the line. */
export async function* decodeLines(
  chunks: AsyncIterable<Uint8Array>,
  firstNumber = 1,
): AsyncGenerator<readonly OutputLine[]> {
  let batch: OutputLine[] = [];
  let number = firstNumber;
  const scanner = new LineScanner((bytes, start, end) => {
    batch.push(decodeLine(number++, bytes, start, end));
  });
  for await (const chunk of chunks) {
    scanner.push(chunk);
    yield batch;
    batch = [];
  }
  scanner.end();
  yield batch;
}

function decodeLine(number: number, bytes: Uint8Array, start: number, end: number): OutputLine {
  const ending = endingOf(bytes, start, end);
  return { number, text: decoder.decode(bytes.subarray(start, end - ending.length)), ending };
}

function endingOf(bytes: Uint8Array, start: number, end: number): OutputLine["ending"] {
  if (bytes[end - 1] !== lineFeed) return "";
  return end - 2 >= start && bytes[end - 2] === carriageReturn ? "\r\n" : "\n";
}
