/**
 * Where full tool outputs are kept when they are too large for a model's context. One shape, three stores: memory,
 * files and SQLite (`src/store`). Content is stored once however often it is saved; a reference belongs to the run
 * that made it, so one run can never read another's output by guessing.
 */
import type { ContentPart } from "../content-part.ts";

/** A handle on a stored output. */
export interface OutputRef {
  readonly id: string;
  /** Bytes of the text as UTF-8. */
  readonly byteSize: number;
  /** Lines as `read` yields them. */
  readonly lineCount: number;
}

/** The text of the output as one string or as a stream of chunks, with the parts that text cannot hold. */
export interface OutputRecord {
  /** The run the reference belongs to. */
  readonly runId: string;
  /** Kept exactly, except that half of a surrogate pair, which no encoding can hold, becomes U+FFFD. */
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
  /** Case-sensitive, matched within lines. */
  readonly pattern: string;
  /** The pattern is a regular expression (linear-time syntax) rather than literal text. Default false. */
  readonly regex?: boolean;
  /** Lines of context before and after each match, at most 1000. Default 0. */
  readonly before?: number;
  readonly after?: number;
  /** Default 50. */
  readonly maxMatches?: number;
  readonly signal?: AbortSignal;
}

/**
 * A line of an output. `text + ending` of all lines, in order, is the output: windows of any size reassemble it.
 * A line of more than `maxLineBytes` is several lines here, so that no line is too long to hold and none is out of
 * reach: all but the last of them have the ending `""`, which otherwise only the very last line can have.
 */
export interface OutputLine {
  /** Counted from 1. */
  readonly number: number;
  /** Without its line break. */
  readonly text: string;
  readonly ending: "\n" | "\r\n" | "";
}

export interface OutputMatch {
  /** The line in which the match begins. */
  readonly line: OutputLine;
  readonly before: readonly OutputLine[];
  readonly after: readonly OutputLine[];
}

export interface OutputGrepResult {
  readonly matches: readonly OutputMatch[];
  /** More matches exist than are listed. */
  readonly truncated: boolean;
}

export interface OutputStore {
  /** All or nothing: when saving fails, or the stream of the text does, no trace of the output remains. */
  save(record: OutputRecord): Promise<OutputRef>;
  /** The size of an output without reading it. */
  stat(address: OutputAddress): Promise<OutputRef>;
  /** The lines of a window, streamed: a large output is never held whole. */
  read(address: OutputAddress, window?: OutputWindow): AsyncIterable<OutputLine>;
  grep(address: OutputAddress, grep: OutputGrep): Promise<OutputGrepResult>;
  /** The image and document parts that were saved with the text. */
  parts(address: OutputAddress): Promise<readonly ContentPart[]>;
  /** Forgets all outputs older than `maxAge` (`"7d"`, `"12h"`), then the oldest until `maxBytes` hold the rest. */
  prune(limits: RetentionLimits): Promise<PruneResult>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface RetentionLimits {
  readonly maxBytes?: number;
  readonly maxAge?: string;
}

export interface PruneResult {
  /** Outputs forgotten. */
  readonly removed: number;
  /** Bytes given back; less than the outputs' sizes where another output has the same content. */
  readonly freedBytes: number;
}
