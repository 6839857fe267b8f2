import { expect, test } from "vitest";
import type { RunEvent, RunEventBody } from "../run/event.ts";
import { fold } from "../run/evolve.ts";
import { DEFAULT_RUN_POLICY } from "../run/run-policy.ts";
import { nextMove } from "./next-move.ts";

const call = { callId: "c", tool: "pay", args: {}, effect: "once" } as const;

test("a run whose call is in hand can move: whoever has it in hand may die", () => {
  expect(moveAfter({ type: "tool_call_started", callId: "c", key: "k", attempt: 1 })).toMatchObject({
    isRunnable: true,
  });
});

test("a run whose child is at work rests, and looks for it after a while", () => {
  expect(
    moveAfter({ type: "child_run_linked", callId: "c", tool: "pay", childRunId: "r/c", childAgentId: "b" }),
  ).toEqual({ status: "running", isRunnable: false, wakeAt: 15_001 });
});

test("a run that has ended does not move", () => {
  expect(moveAfter({ type: "run_completed", status: "failed" })).toEqual({ status: "failed", isRunnable: false });
});

function moveAfter(last: RunEventBody) {
  const bodies: RunEventBody[] = [
    { type: "run_started", messages: [{ role: "user", content: "go" }], labels: {}, policy: DEFAULT_RUN_POLICY },
    { type: "assistant_turn_committed", turn: 1, content: [{ type: "tool_use", id: "c", name: "pay", args: {} }] },
    { type: "tool_call_scheduled", ...call },
    last,
  ];
  const state = fold(
    bodies.map((body, index): RunEvent => ({ ...body, id: index + 1, v: 1, at: 1, runId: "r", agentId: "a" })),
  );
  return state && nextMove(state, 1);
}
