/**
 * Proves that a log is one a run can have written: no gap, no result without its call, no decision without its
 * request, one end. Pure and total; whatever it is given, the answer is the first event that cannot be, and why.
 */
import { messageOf } from "../errors/kigumi-error.ts";
import { checkEvent } from "./check-event.ts";
import type { RunEvent } from "./event.ts";
import { evolve } from "./evolve.ts";
import type { RunState } from "./state.ts";

export interface LogProblem {
  /** The id that the first illegal event has, or should have had. */
  readonly eventId: number;
  readonly type: string;
  readonly message: string;
}

/** The first illegal event, or undefined when every event may follow those before it. */
export function checkLog(events: Iterable<RunEvent>): LogProblem | undefined {
  let state: RunState | undefined;
  for (const event of events) {
    const problem = (message: string): LogProblem => ({
      eventId: (state?.lastEventId ?? 0) + 1,
      type: String(event?.type),
      message,
    });
    try {
      const message = checkEvent(state, event);
      if (message !== undefined) return problem(message);
      state = evolve(state, event);
    } catch (error) {
      // A body that lacks what its type promises: damaged, or written by somebody else.
      return problem(`it cannot be read: ${messageOf(error)}`);
    }
  }
  return state === undefined ? { eventId: 1, type: "run_started", message: "the log is empty" } : undefined;
}
