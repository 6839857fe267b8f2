import { expect, test } from "vitest";
import { call, final, scriptedPlanner } from "../../test/conformance/scripted-planner.ts";
import { followAndAnswer, openDesk } from "../../test/runs/desk.ts";
import { createMemoryEngine } from "../engine/create-memory-engine.ts";
import type { RunEvent } from "../run/event.ts";
import { replayRun } from "./replay.ts";

const MESSAGES = [{ role: "user", content: "go" }] as const;

async function driven(): Promise<readonly RunEvent[]> {
  const planner = scriptedPlanner(call("wipe", { device: "a" }, "a"), final("done"));
  const { runtime } = openDesk(createMemoryEngine(), { planner });
  try {
    await runtime.sessions.create("s");
    await runtime.client("desk").start({ sessionId: "s", runId: "r", messages: MESSAGES });
    const events = await followAndAnswer(runtime, "r");
    expect(await runtime.replay("r")).toMatchObject({ isLegal: true, events, state: { outcome: { message: "done" } } });
    return events;
  } finally {
    await runtime.close();
  }
}

const run = { runId: "r", agentId: "desk", sessionId: "s", labels: {}, createdAt: 0 };

test("a run that was driven replays to the state it ended in", async () => {
  expect((await driven()).length).toBeGreaterThan(5);
});

test("an illegal log is told by its first illegal event, with the state before it", async () => {
  const events = (await driven()).filter(({ type }) => type !== "approval_decided");
  const { log } = createMemoryEngine();
  const written = events.map((event, index) => ({ ...event, id: index + 1 }));
  await log.create(run, written, { status: "completed", isRunnable: false });
  const { isLegal, problem, state } = await replayRun(log, "r");
  expect(isLegal).toBe(false);
  expect(problem).toMatchObject({ type: "tool_authorization", message: "nobody decided about call a" });
  expect(state?.lastEventId).toBe((problem?.eventId ?? 0) - 1);
});

test("an index that says something else than the log is found", async () => {
  const { log } = createMemoryEngine();
  await log.create(run, await driven(), { status: "failed", isRunnable: false });
  expect((await replayRun(log, "r")).problem?.message).toBe("the index has the run as failed, its log as completed");
});

test("a run that is not there cannot be replayed", async () => {
  await expect(replayRun(createMemoryEngine().log, "nobody")).rejects.toThrow("nobody");
});
