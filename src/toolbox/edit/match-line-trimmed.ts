/** Finds whole lines that are equal but for white space at their ends. */

import { needleOf, replaceWindow } from "./line-window.ts";
import type { Match } from "./match.ts";
import { linesOf } from "./text-lines.ts";

export function matchLineTrimmed(file: string, oldString: string, newString: string): Match[] {
  const needle = needleOf(oldString);
  const count = needle.trimmed.length;
  // Blank lines alone would match every gap in the file.
  if (needle.trimmed.every((line) => line === "")) return [];

  const lines = linesOf(file);
  const trimmed = lines.map(({ text }) => text.trim());
  const matches: Match[] = [];
  let index = 0;
  while (index + count <= lines.length) {
    if (needle.trimmed.every((line, offset) => line === trimmed[index + offset])) {
      matches.push(replaceWindow(lines.slice(index, index + count), needle, newString));
      index += count;
    } else {
      index += 1;
    }
  }
  return matches;
}
