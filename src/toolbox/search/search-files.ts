/**
 * Searches files line by line, in the order of their paths, until enough is found or the time is up. One file of
 * bounded size is held at a time; what is skipped is counted, so that silence is never mistaken for absence.
 */
import { readFile, stat } from "node:fs/promises";
import type { PathFilter } from "../directory/glob.ts";
import { isBinary } from "../files/text-file.ts";
import { ToolboxError } from "../toolbox-error.ts";
import type { Location } from "../workspace-location.ts";
import type { SearchPattern } from "./search-pattern.ts";
import { type WalkedFile, walkFiles } from "./walk-files.ts";

const LARGEST_FILE_BYTES = 1024 * 1024;
/** Longer lines are searched up to here: generated text, whose cost would be paid for little. */
const LONGEST_LINE = 10_000;
const LONGEST_SHOWN = 500;

export interface SearchItem {
  path: string;
  /** Counted from 1, and so is the column. */
  line: number;
  column: number;
  match: string;
  line_text: string;
}

export interface SearchWarnings {
  skipped_binary_files: number;
  skipped_large_files: number;
  unreadable_entries: number;
  /** Lines of which only the beginning was searched. */
  clipped_lines: number;
}

export interface SearchResult {
  items: SearchItem[];
  truncated: boolean;
  scanned_files: number;
  warnings: SearchWarnings;
}

export interface SearchOptions {
  readonly isIncluded: PathFilter;
  readonly isExcluded: PathFilter;
  readonly maxResults: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

export async function searchFiles(
  root: Location,
  pattern: SearchPattern,
  options: SearchOptions,
): Promise<SearchResult> {
  const warnings: SearchWarnings = {
    skipped_binary_files: 0,
    skipped_large_files: 0,
    unreadable_entries: 0,
    clipped_lines: 0,
  };
  const items: SearchItem[] = [];
  let scannedFiles = 0;
  const checkTime = deadline(options.timeoutMs);
  const onUnreadable = () => {
    warnings.unreadable_entries += 1;
  };

  for await (const file of walkFiles(root.absolute, { isExcluded: options.isExcluded, onUnreadable })) {
    options.signal?.throwIfAborted();
    checkTime();
    if (!options.isIncluded(file.inner)) continue;
    const text = await readSearchable(file, warnings);
    if (text === undefined) continue;
    scannedFiles += 1;
    const path = root.shown === "." ? file.inner : `${root.shown}/${file.inner}`;
    for (const item of matchesInText(text, path, pattern, warnings, checkTime)) {
      if (items.length === options.maxResults) return { items, truncated: true, scanned_files: scannedFiles, warnings };
      items.push(item);
    }
  }
  return { items, truncated: false, scanned_files: scannedFiles, warnings };
}

async function readSearchable({ absolute }: WalkedFile, warnings: SearchWarnings): Promise<string | undefined> {
  try {
    if ((await stat(absolute)).size > LARGEST_FILE_BYTES) {
      warnings.skipped_large_files += 1;
      return undefined;
    }
    const bytes = await readFile(absolute);
    if (!isBinary(bytes)) return new TextDecoder().decode(bytes);
    warnings.skipped_binary_files += 1;
  } catch {
    warnings.unreadable_entries += 1;
  }
  return undefined;
}

function* matchesInText(
  text: string,
  path: string,
  pattern: SearchPattern,
  warnings: SearchWarnings,
  checkTime: () => void,
): Generator<SearchItem> {
  let number = 0;
  for (const whole of text.split(/\r?\n/)) {
    number += 1;
    if (number % 64 === 0) checkTime();
    const line = whole.length > LONGEST_LINE ? whole.slice(0, LONGEST_LINE) : whole;
    if (line !== whole) warnings.clipped_lines += 1;
    for (const { start, text: match } of pattern.matchesIn(line)) {
      // One line can hold as many matches as it has characters.
      checkTime();
      yield { path, line: number, column: start + 1, match: clip(match), line_text: clip(line) };
    }
  }
}

function clip(text: string): string {
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN).toWellFormed()}…` : text;
}

function deadline(timeoutMs: number): () => void {
  const end = performance.now() + timeoutMs;
  return () => {
    if (performance.now() < end) return;
    throw new ToolboxError(
      "TIMEOUT",
      `the search did not finish within ${timeoutMs} ms; narrow root_path or include, or raise timeout_ms`,
      { data: { timeoutMs } },
    );
  };
}
