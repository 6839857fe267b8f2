/** Says in one line each what happened in a run, so that a test can write down a whole sequence and read it. */
import { createTwoFilesPatch } from "diff";
import { KigumiError } from "../errors/kigumi-error.ts";
import type { RunEvent } from "../run/event.ts";

/** The type, and what tells two of the type apart: `run_paused await_queue`, `tool_result_received call_1`. */
export function eventLabel(event: RunEvent): string {
  const detail = detailOf(event);
  return detail === undefined ? event.type : `${event.type} ${detail}`;
}

function detailOf(event: RunEvent): string | undefined {
  switch (event.type) {
    case "run_phase_changed":
      return event.phase;
    case "run_completed":
      return event.status;
    case "run_paused":
    case "run_resumed":
      return event.reason;
    default:
      return "callId" in event ? event.callId : undefined;
  }
}

/** Stands for any number of events in an expected sequence. */
export const ANY_EVENTS = "…";

/** Throws with a diff unless the events are these, in this order. */
export function assertRunEvents(events: Iterable<RunEvent>, expected: readonly string[]): void {
  const labels = Array.from(events, eventLabel);
  if (matches(labels, expected)) return;
  const diff = createTwoFilesPatch("expected", "happened", lines(expected), lines(labels));
  throw new KigumiError({ code: "events_differ", message: `the run did something else:\n${diff}` });
}

/** A gap takes as little as it can; where what follows it does not fit, only the last gap is tried again, wider. */
function matches(labels: readonly string[], expected: readonly string[]): boolean {
  let next = 0;
  let gap: { readonly after: number; from: number } | undefined;
  for (let index = 0; index < labels.length; ) {
    if (expected[next] === ANY_EVENTS) {
      next += 1;
      gap = { after: next, from: index };
    } else if (expected[next] === labels[index]) {
      next += 1;
      index += 1;
    } else if (gap !== undefined) {
      gap.from += 1;
      next = gap.after;
      index = gap.from;
    } else return false;
  }
  return expected.slice(next).every((label) => label === ANY_EVENTS);
}

function lines(labels: readonly string[]): string {
  return labels.map((label) => `${label}\n`).join("");
}
