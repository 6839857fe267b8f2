/** What is logged with a turn of the planner and stands before it: part of the turn, not of what led to it. */
import type { RunEvent, RunEventType } from "./event.ts";

/** In the order in which they are logged. */
const RANK: { readonly [type in RunEventType]?: number } = {
  budget_reserved: 0,
  reminders_shown: 1,
  thinking_block: 2,
  usage: 3,
  budget_settled: 4,
  prompt_rendered: 5,
  reminder_added: 5,
  reminder_removed: 5,
};

/** The events that open the turn committed at this index. A reminder of somebody else's stands before them. */
export function turnOpening(events: readonly RunEvent[], committed: number): readonly RunEvent[] {
  let start = committed;
  let rank = Number.POSITIVE_INFINITY;
  for (let index = committed - 1; index >= 0; index--) {
    const type = events[index]?.type;
    const own = type === undefined ? undefined : RANK[type];
    if (own === undefined || own > rank) break;
    [start, rank] = [index, own];
  }
  return events.slice(start, committed);
}
