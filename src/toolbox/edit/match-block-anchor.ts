/**
 * Finds a block by its first and last line, when the lines between them are remembered only roughly. At least half of
 * those have to be equal: two anchors such as `{` and `}` alone would find, and overwrite, an unrelated block.
 */
import { ToolboxError } from "../toolbox-error.ts";
import { needleOf, replaceWindow } from "./line-window.ts";
import type { Match } from "./match.ts";
import { linesOf } from "./text-lines.ts";

const FEWEST_LINES = 3;
const LEAST_SIMILARITY = 0.5;

/** All blocks that share the best similarity: more than one is as ambiguous as two exact matches. */
export function matchBlockAnchor(file: string, oldString: string, newString: string): Match[] {
  const needle = needleOf(oldString);
  const count = needle.trimmed.length;
  if (count < FEWEST_LINES || needle.trimmed[0] === "" || needle.trimmed.at(-1) === "") return [];

  const lines = linesOf(file);
  const trimmed = lines.map(({ text }) => text.trim());
  let best = LEAST_SIMILARITY;
  let starts: number[] = [];
  for (let index = 0; index + count <= lines.length; index += 1) {
    const similarity = similarityOf(trimmed, index, needle.trimmed);
    if (similarity < best) continue;
    if (similarity > best) starts = [];
    best = similarity;
    starts.push(index);
  }
  refuseOverlaps(starts, count);
  return starts.map((start) => replaceWindow(lines.slice(start, start + count), needle, newString));
}

/** The share of equal lines between the anchors; below zero when an anchor differs. */
function similarityOf(trimmed: readonly string[], start: number, needle: readonly string[]): number {
  const last = needle.length - 1;
  if (trimmed[start] !== needle[0] || trimmed[start + last] !== needle[last]) return -1;
  let equal = 0;
  for (let offset = 1; offset < last; offset += 1) {
    if (trimmed[start + offset] === needle[offset]) equal += 1;
  }
  return equal / (last - 1);
}

function refuseOverlaps(starts: readonly number[], count: number): void {
  const overlap = starts.find((start, index) => start < (starts[index - 1] ?? Number.NEGATIVE_INFINITY) + count);
  if (overlap === undefined) return;
  throw new ToolboxError(
    "MATCH_AMBIGUOUS",
    `blocks that overlap match equally well (one begins at line ${overlap + 1}); give more exact lines in old_string`,
  );
}
