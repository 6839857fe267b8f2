/** What a search for `old_string` found: places in the text, in order and apart, each with what goes there. */

/** The ways to look for `old_string`, from the strictest to the most forgiving; `auto` takes the first that finds it. */
export const MATCH_MODES = ["exact", "line_trimmed", "block_anchor"] as const;

export type MatchMode = (typeof MATCH_MODES)[number];

export interface Match {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

/** The text with every match replaced. Matches are in order and do not overlap. */
export function splice(text: string, matches: readonly Match[]): string {
  const pieces: string[] = [];
  let position = 0;
  for (const { start, end, replacement } of matches) {
    pieces.push(text.slice(position, start), replacement);
    position = end;
  }
  return pieces.join("") + text.slice(position);
}
