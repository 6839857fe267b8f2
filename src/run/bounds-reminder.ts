/** Tells a planner that it has seen a part, how to get the rest, and not to speak as if it had seen all. */
import type { ResultBounds } from "../tool/result.ts";

export function boundsReminder(tool: string, bounds: ResultBounds, cursorField = "cursor"): string {
  const { returned, total, nextCursor, refinementHint } = bounds;
  const seen = total === undefined ? `${returned} results` : `${returned} of ${total} results`;
  const next =
    nextCursor === undefined
      ? (refinementHint ?? "Narrow the request to see others.")
      : `To continue, call ${tool} again with ${cursorField} set to ${JSON.stringify(nextCursor)} and all other arguments unchanged.`;
  return `${tool} returned ${seen}; there are more. ${next} Do not claim that this is everything.`;
}
