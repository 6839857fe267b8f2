import { expect, test } from "vitest";
import type { RunEvent } from "../run/event.ts";
import { ANY_EVENTS, assertRunEvents } from "./run-events.ts";

const stamp = { id: 1, v: 1, at: 0, runId: "r", agentId: "a" } as const;
const events: RunEvent[] = [
  { ...stamp, type: "run_phase_changed", phase: "planning" },
  { ...stamp, type: "tool_call_started", callId: "c1", key: "k", attempt: 1 },
  { ...stamp, type: "run_completed", status: "completed" },
];

test("a sequence is matched to the letter, with gaps where the test says so", () => {
  assertRunEvents(events, ["run_phase_changed planning", "tool_call_started c1", "run_completed completed"]);
  assertRunEvents(events, [ANY_EVENTS, "run_completed completed", ANY_EVENTS]);
});

test("a sequence that differs fails with a diff", () => {
  expect(() => assertRunEvents(events, ["run_phase_changed planning", "run_completed completed"])).toThrow(
    "+tool_call_started c1",
  );
});

test("however many events are left open, the answer comes at once", () => {
  const events = Array.from(
    { length: 300 },
    (_, id) => ({ type: "run_phase_changed", phase: "planning", id }) as RunEvent,
  );
  const open = Array.from({ length: 12 }, () => [ANY_EVENTS, "run_phase_changed planning"]).flat();
  expect(() => assertRunEvents(events, open)).not.toThrow();
  expect(() => assertRunEvents(events, [...open, "run_completed success"])).toThrow("the run did something else");
  expect(() => assertRunEvents(events, [...open, "run_completed success", ANY_EVENTS])).toThrow();
});
