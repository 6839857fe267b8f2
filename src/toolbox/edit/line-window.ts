/**
 * A run of whole lines in the file that stands for the lines of `old_string`, and what replaces it. The lines put in
 * take over the file's indentation and line endings, which a forgiving match has not compared.
 */
import type { Match } from "./match.ts";
import { linesOf, type TextLine } from "./text-lines.ts";

export interface Needle {
  /** The trimmed lines; an empty last one, which only says that the text ends with a line feed, is not among them. */
  readonly trimmed: readonly string[];
  readonly lines: readonly TextLine[];
  readonly endsWithLineFeed: boolean;
}

export function needleOf(oldString: string): Needle {
  const lines = linesOf(oldString);
  return { lines, trimmed: lines.map(({ text }) => text.trim()), endsWithLineFeed: oldString.endsWith("\n") };
}

/** Replaces the file lines of `window`, which stand for the lines of `needle`, by `newString`. */
export function replaceWindow(window: readonly TextLine[], needle: Needle, newString: string): Match {
  const first = window[0];
  const last = window.at(-1);
  if (first === undefined || last === undefined) throw new RangeError("a window has at least one line");

  const takesEnding = needle.endsWithLineFeed && last.ending !== "";
  // A file that does not end with a line feed goes on not doing so.
  const dropsEnding = needle.endsWithLineFeed && last.ending === "";
  const text = dropsEnding ? newString.replace(/\r?\n$/, "") : newString;
  const indentations = indentationsOf(window, needle.lines);
  const usual = window.find(({ ending }) => ending !== "")?.ending ?? "\n";
  const replacement = linesOf(text)
    // Where the file mixes endings, a line ends as the one whose place it takes.
    .map((line, index) => indented(line.text, indentations) + (line.ending && (window[index]?.ending || usual)))
    .join("");
  return { start: first.start, end: last.end + (takesEnding ? last.ending.length : 0), replacement };
}

/** From each indentation that `old_string` used to the one the file has in its place. */
function indentationsOf(window: readonly TextLine[], needleLines: readonly TextLine[]): Map<string, string> {
  const indentations = new Map<string, string>();
  for (const [index, { text }] of needleLines.entries()) {
    const own = window[index]?.text ?? "";
    // Lines that differ (the middle of a block) tell nothing about how indentation was written.
    if (text.trim() === "" || text.trim() !== own.trim()) continue;
    const written = indentationOf(text);
    if (!indentations.has(written)) indentations.set(written, indentationOf(own));
  }
  return indentations;
}

/** Deeper lines than any in `old_string` keep their extra depth on top of the nearest one that is known. */
function indented(line: string, indentations: ReadonlyMap<string, string>): string {
  if (line.trim() === "") return line;
  const written = indentationOf(line);
  const known = [...indentations.keys()].filter((key) => written.startsWith(key));
  const nearest = known.reduce((longest, key) => (key.length > longest.length ? key : longest), "");
  const own = indentations.get(nearest);
  return own === undefined ? line : own + line.slice(nearest.length);
}

function indentationOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}
