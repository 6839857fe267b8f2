/**
 * Finds the selector that picks a tool or a call. What cannot be read or answered counts against the call: it matches
 * where matching restricts (deny, confirm) and does not where matching grants (allow).
 */
import type { JsonObject } from "../json/json.ts";
import type { PolicySubject, Selection, Selector } from "./rules.ts";
import { indexOfSelection } from "./selection-index.ts";
import { type Purpose, selectsByCall, selectsByName } from "./selector.ts";

export const NO_MATCH = -1;

/** Null, a list, `"*"`, or a lone selector; a missing selection is no opinion. */
export function isReadableSelection(selection: unknown): boolean {
  return selection === null || selection === undefined || typeof selection === "string" || Array.isArray(selection);
}

/** The index of the first match, 0 for a bare string, or NO_MATCH. Without `args` the question is about listing. */
export function firstMatch(
  selection: Selection | undefined,
  purpose: Purpose,
  tool: PolicySubject,
  args: JsonObject | undefined,
): number {
  if (selection === null || selection === undefined) return NO_MATCH;
  const { id } = tool;
  const tags = tool.tags ?? tool.spec?.tags ?? NO_TAGS;
  if (typeof selection === "string") return selectsByName(selection, id, tags) ? 0 : NO_MATCH;

  const index = indexOfSelection(selection);
  if (index === undefined) return scan(selection, purpose, id, tags, args);

  const named = index.firstByName(id, tags);
  for (const position of index.byCall) {
    if (named !== undefined && position > named) break;
    if (selectsByCall(selection[position], purpose, id, args)) return position;
  }
  return named ?? NO_MATCH;
}

/** The selector `firstMatch` found. */
export function selectorAt(selection: Selection | undefined, position: number): Selector | undefined {
  return typeof selection === "string" ? selection : selection?.[position];
}

const NO_TAGS: readonly string[] = [];

function scan(
  list: readonly Selector[],
  purpose: Purpose,
  id: string,
  tags: readonly string[],
  args: JsonObject | undefined,
): number {
  // Counted, not iterated: the holes of a sparse list are malformed selectors too.
  for (let position = 0; position < list.length; position++) {
    const selector = list[position];
    const isMatch =
      typeof selector === "string" ? selectsByName(selector, id, tags) : selectsByCall(selector, purpose, id, args);
    if (isMatch) return position;
  }
  return NO_MATCH;
}
