/**
 * The pure half of `edit`: from the text of a file and what is asked to the new text, or the reason why not.
 * Nothing is changed unless the request is unambiguous.
 */
import { assertNever } from "../../errors/assert-never.ts";
import { ToolboxError } from "../toolbox-error.ts";
import { MATCH_MODES, type Match, type MatchMode, splice } from "./match.ts";
import { matchBlockAnchor } from "./match-block-anchor.ts";
import { matchExact } from "./match-exact.ts";
import { matchLineTrimmed } from "./match-line-trimmed.ts";
import { withEndingsOf } from "./text-lines.ts";

export interface EditRequest {
  readonly oldString: string;
  readonly newString: string;
  readonly replaceAll: boolean;
  readonly matchMode: MatchMode | "auto";
  readonly expectedReplacements?: number;
}

export interface EditPlan {
  readonly text: string;
  readonly replacements: number;
  readonly matchMode: MatchMode;
}

/** `shown` is the path that messages name. */
export function planEdit(shown: string, file: string, request: EditRequest): EditPlan {
  if (request.oldString === "") return replaceWhole(file, request.newString);
  const { matches, matchMode } = search(file, request);
  requireUnambiguous(shown, matches.length, request);
  return { text: splice(file, matches), replacements: matches.length, matchMode };
}

/** An empty `old_string` stands for the whole file. */
function replaceWhole(file: string, newString: string): EditPlan {
  const text = withEndingsOf(file, newString);
  return { text, replacements: text === file ? 0 : 1, matchMode: "exact" };
}

function search(file: string, request: EditRequest): { matches: Match[]; matchMode: MatchMode } {
  if (request.matchMode !== "auto")
    return { matches: matchBy(request.matchMode, file, request), matchMode: request.matchMode };
  for (const matchMode of MATCH_MODES) {
    const matches = matchBy(matchMode, file, request);
    if (matches.length > 0) return { matches, matchMode };
  }
  return { matches: [], matchMode: "exact" };
}

function matchBy(mode: MatchMode, file: string, { oldString, newString }: EditRequest): Match[] {
  switch (mode) {
    case "exact":
      return matchExact(file, oldString, newString);
    case "line_trimmed":
      return matchLineTrimmed(file, oldString, newString);
    case "block_anchor":
      return matchBlockAnchor(file, oldString, newString);
    default:
      return assertNever(mode);
  }
}

function requireUnambiguous(
  shown: string,
  found: number,
  { replaceAll, matchMode, expectedReplacements }: EditRequest,
): void {
  if (found === 0) {
    throw new ToolboxError(
      "MATCH_NOT_FOUND",
      `old_string was not found in "${shown}" (match_mode ${matchMode}); read the file again and copy the lines as they are`,
    );
  }
  if (found > 1 && !replaceAll) {
    throw new ToolboxError(
      "MATCH_AMBIGUOUS",
      `old_string was found ${found} times in "${shown}"; add lines around it until it is unique, or set replace_all`,
      { data: { matches: found } },
    );
  }
  if (expectedReplacements !== undefined && found !== expectedReplacements) {
    throw new ToolboxError(
      "REPLACEMENT_COUNT_MISMATCH",
      `old_string was found ${found} times in "${shown}", but expected_replacements is ${expectedReplacements}`,
      { data: { matches: found, expected: expectedReplacements } },
    );
  }
}
