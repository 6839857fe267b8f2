/** Finds the text as it stands. Line endings are the file's: a model that read LF also matches CRLF. */
import type { Match } from "./match.ts";
import { withEndingsOf } from "./text-lines.ts";

export function matchExact(file: string, oldString: string, newString: string): Match[] {
  const needle = withEndingsOf(file, oldString);
  const replacement = withEndingsOf(file, newString);
  const matches: Match[] = [];
  let start = file.indexOf(needle);
  while (start !== -1) {
    matches.push({ start, end: start + needle.length, replacement });
    start = file.indexOf(needle, start + needle.length);
  }
  return matches;
}
