import { expect, test } from "vitest";
import type { RunEvent, RunEventBody, ScheduledCall } from "../run/event.ts";
import { DEFAULT_RUN_POLICY } from "../run/run-policy.ts";
import { RunTree } from "./run-tree.ts";

/** Adds events to a tree, stamped in their order for each run. */
function grow(tree: RunTree, runId: string, ...bodies: RunEventBody[]): void {
  for (const body of bodies) {
    const id = (tree.positions.get(runId) ?? 0) + 1;
    tree.add({ ...body, id, v: 1, at: 0, runId, agentId: "a" } as RunEvent);
  }
}

const started: RunEventBody = { type: "run_started", messages: [], labels: {}, policy: DEFAULT_RUN_POLICY };

const call = (callId: string): ScheduledCall => ({ callId, tool: "restart", args: {}, effect: "once" });
const held = (callId: string) => ({
  awaitId: `${callId}?`,
  title: "",
  prompt: "",
  argsHash: "",
  toolFingerprint: "",
  deniedContent: "",
  schedule: call(callId),
});
const use = (id: string) => ({ type: "tool_use", id, name: "restart", args: {} }) as const;
const asked = (callId: string): RunEventBody => ({
  type: "await_confirmation",
  awaitId: `${callId}?`,
  ...{ callId, tool: "restart", args: {}, title: "", prompt: "" },
});

test("a run that asks two people rests, moves when one has said yes, and rests again when that call is done", () => {
  const tree = new RunTree("r");
  grow(
    tree,
    "r",
    started,
    { type: "assistant_turn_committed", turn: 1, content: [use("c1"), use("c2")], held: [held("c1"), held("c2")] },
    asked("c1"),
    asked("c2"),
    { type: "run_paused", reason: "await_queue" },
  );
  expect(tree.isAtRest).toBe(true);
  expect(tree.questions.map(({ awaitId }) => awaitId)).toEqual(["c1?", "c2?"]);

  grow(tree, "r", { type: "approval_decided", awaitId: "c2?", approved: true, requestedBy: "ana" });
  expect(tree.isAtRest).toBe(false);
  grow(
    tree,
    "r",
    { type: "tool_call_scheduled", ...call("c2") },
    { type: "tool_call_started", callId: "c2", key: "k", attempt: 1 },
  );
  expect(tree.isAtRest).toBe(false);
  expect(tree.activity).toBe("restart");

  const outcome = { type: "success", content: "" } as const;
  grow(tree, "r", { type: "tool_result_received", callId: "c2", tool: "restart", outcome });
  expect(tree.isAtRest).toBe(true);
  expect(tree.questions.map(({ awaitId }) => awaitId)).toEqual(["c1?"]);
});

test("a run rests with the nested run it waits for, and moves again as soon as that has ended", () => {
  const tree = new RunTree("r");
  grow(
    tree,
    "r",
    started,
    { type: "assistant_turn_committed", turn: 1, content: [use("c1")] },
    { type: "tool_call_scheduled", ...call("c1"), childAgentId: "a" },
    { type: "child_run_linked", callId: "c1", tool: "restart", childRunId: "r/c1", childAgentId: "a" },
  );
  expect(tree.isAtRest).toBe(false);
  grow(
    tree,
    "r/c1",
    { ...started, parent: { runId: "r", agentId: "a", agents: ["a"], tool: "restart", callId: "c1", path: ["r"] } },
    { type: "assistant_turn_committed", turn: 1, content: [use("c1")], held: [held("c1")] },
    asked("c1"),
    { type: "run_paused", reason: "await_queue" },
  );
  expect(tree.isAtRest).toBe(true);
  expect(tree.depth("r/c1")).toBe(1);
  expect(tree.questions).toMatchObject([{ runId: "r/c1" }]);
  grow(tree, "r/c1", { type: "run_completed", status: "completed" });
  expect(tree.isAtRest).toBe(false);
  expect(tree.isEnded).toBe(false);
});
