/**
 * Where full tool outputs are kept when they are too large for a model's context. One shape, three stores: memory
 * (here), files and SQLite (`src/store`). Content is stored once however often it is saved; a reference belongs to
 * the run that made it, so one run can never read another's output by guessing.
 */
import type { ContentPart } from "../content-part.ts";

/** A handle on a stored output. */
export interface OutputRef {
  readonly id: string;
  readonly byteSize: number;
  readonly lineCount: number;
}

/** The text of the output as one string or as a stream of chunks, with the parts that text cannot hold. */
export interface OutputRecord {
  /** The run the reference belongs to. */
  readonly runId: string;
  readonly text: string | AsyncIterable<string>;
  /** Image and document parts, kept whole beside the text. */
  readonly parts?: readonly ContentPart[];
}

/** Names an output; `runId` must be the one it was saved under. */
export interface OutputAddress {
  readonly runId: string;
  readonly id: string;
}

export interface OutputWindow {
  /** First line, counted from 0. Default 0. */
  readonly offset?: number;
  /** Number of lines. Default: to the end. */
  readonly limit?: number;
  readonly signal?: AbortSignal;
}

export interface OutputGrep {
  readonly pattern: string;
  /** The pattern is a regular expression (linear-time syntax) rather than literal text. Default false. */
  readonly regex?: boolean;
  /** Lines of context before and after each match. Default 0. */
  readonly before?: number;
  readonly after?: number;
  /** Default 50. */
  readonly maxMatches?: number;
  readonly signal?: AbortSignal;
}

export interface OutputLine {
  /** Counted from 1. */
  readonly number: number;
  readonly text: string;
}

export interface OutputMatch {
  readonly line: OutputLine;
  readonly before: readonly OutputLine[];
  readonly after: readonly OutputLine[];
}

export interface OutputGrepResult {
  readonly matches: readonly OutputMatch[];
  /** More matches exist than were asked for. */
  readonly truncated: boolean;
}

export interface OutputStore {
  save(record: OutputRecord): Promise<OutputRef>;
  /** The size of an output without reading it. */
  stat(address: OutputAddress): Promise<OutputRef>;
  /** The lines of a window, streamed: a large output is never held whole. */
  read(address: OutputAddress, window?: OutputWindow): AsyncIterable<OutputLine>;
  grep(address: OutputAddress, grep: OutputGrep): Promise<OutputGrepResult>;
  /** The image and document parts that were saved with the text. */
  parts(address: OutputAddress): Promise<readonly ContentPart[]>;
  /** Forgets the oldest outputs beyond `maxBytes`, and all older than `maxAge` (`"7d"`, `"12h"`). */
  prune(limits: { maxBytes?: number; maxAge?: string }): Promise<{ removed: number; freedBytes: number }>;
  [Symbol.asyncDispose](): Promise<void>;
}
