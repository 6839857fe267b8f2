/** Tells a planner that it has seen a part, how to get the rest, and not to speak as if it had seen all. */
import type { ResultBounds } from "../tool/result.ts";

export function boundsReminder(tool: string, { returned, total, nextCursor, refinementHint }: ResultBounds): string {
  const seen = total === undefined ? `${returned} results` : `${returned} of ${total} results`;
  const next =
    nextCursor === undefined
      ? (refinementHint ?? "Narrow the request to see others.")
      : `To continue, call ${tool} again with the cursor ${JSON.stringify(nextCursor)} and all other arguments unchanged.`;
  return `${tool} returned ${seen}; there are more. ${next} Do not claim that this is everything.`;
}
