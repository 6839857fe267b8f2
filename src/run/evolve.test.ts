import { expect, test } from "vitest";
import type { RunEvent, RunEventBody, ScheduledCall } from "./event.ts";
import { fold } from "./evolve.ts";
import { DEFAULT_RUN_POLICY } from "./run-policy.ts";

/** With every field there is: one that is added to the type is missing here, and this does not compile. */
const CALL: Required<ScheduledCall> = {
  callId: "c",
  tool: "t",
  args: { a: 1 },
  effect: "once",
  displayHint: "Doing it",
  isTerminal: true,
  isBookkeeping: true,
  resultReminder: "Remember.",
  cursorField: "page",
  serverData: "on",
  childAgentId: "b",
  isExternal: true,
  isRejected: true,
};

test("a call is kept with everything that was scheduled, and without the stamp of its event", () => {
  expect(callsAfter(CALL)).toEqual([{ ...CALL, status: "scheduled", attempt: 0 }]);
});

test("what a call was not scheduled with, it does not have", () => {
  const bare = { callId: "c", tool: "t", args: {}, effect: "read" } as const;
  expect(callsAfter(bare)).toStrictEqual([{ ...bare, status: "scheduled", attempt: 0 }]);
});

function callsAfter(call: ScheduledCall) {
  const bodies: RunEventBody[] = [
    { type: "run_started", messages: [], labels: {}, policy: DEFAULT_RUN_POLICY },
    { type: "assistant_turn_committed", turn: 1, content: [] },
    { type: "tool_call_scheduled", ...call },
  ];
  const place = { v: 1, at: 1, runId: "r", agentId: "a", sessionId: "s", turnId: "r/1" } as const;
  return fold(bodies.map((body, index): RunEvent => ({ ...body, ...place, id: index + 1 })))?.current?.calls;
}
