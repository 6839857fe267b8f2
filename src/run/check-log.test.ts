import { expect, test } from "vitest";
import { call, final, scriptedPlanner } from "../../test/conformance/scripted-planner.ts";
import { followAndAnswer, openDesk } from "../../test/runs/desk.ts";
import { createMemoryEngine } from "../engine/create-memory-engine.ts";
import { checkLog } from "./check-log.ts";
import type { RunEvent, RunEventType } from "./event.ts";

/** A look, a reboot, a wipe that ana approves, and an answer. */
async function legalLog(): Promise<RunEvent[]> {
  const planner = scriptedPlanner(
    {
      toolCalls: [
        { id: "a", name: "look", args: { device: "web-1" } },
        { id: "b", name: "reboot", args: { device: "web-1" } },
      ],
    },
    call("wipe", { device: "web-1" }, "w"),
    final("done"),
  );
  const { runtime } = openDesk(createMemoryEngine(), { planner });
  try {
    await runtime.sessions.create("s");
    const messages = [{ role: "user", content: "go" }] as const;
    const { id } = await runtime.client("desk").start({ sessionId: "s", runId: "r", messages });
    return [...(await followAndAnswer(runtime, id))];
  } finally {
    await runtime.close();
  }
}

const log = await legalLog();
const indexOf = (type: RunEventType, callId?: string) =>
  log.findIndex(
    (event) => event.type === type && (callId === undefined || (event as { callId?: string }).callId === callId),
  );
const renumbered = (events: readonly (RunEvent | undefined)[]) =>
  events
    .flatMap((event) => (event === undefined ? [] : [event]))
    .map((event, i) => ({ ...event, id: i + 1 }) as RunEvent);
const without = (type: RunEventType, callId?: string) => renumbered(log.toSpliced(indexOf(type, callId), 1));
const twice = (type: RunEventType, callId?: string) => {
  const index = indexOf(type, callId);
  return renumbered(log.toSpliced(index, 0, log[index] as RunEvent));
};
const changed = (type: RunEventType, patch: object) => {
  const index = indexOf(type);
  return log.with(index, { ...log[index], ...patch } as RunEvent);
};

test("what a run wrote is legal, and so is all of it that was written before", () => {
  for (let length = 1; length <= log.length; length++) expect(checkLog(log.slice(0, length))).toBeUndefined();
});

test.each<[string, readonly RunEvent[], string]>([
  ["an empty log", [], "the log is empty"],
  ["a gap", log.toSpliced(3, 1), "event 5 stands where 4 has to"],
  ["no beginning", renumbered(log.slice(1)), "a log begins with run_started"],
  ["two beginnings", twice("run_started"), "the run has started already"],
  ["two ends", twice("run_completed"), "the run has ended (completed)"],
  ["another run's event", changed("assistant_message", { runId: "x" }), "it belongs to run x"],
  ["another version", changed("assistant_message", { v: 2 }), "format version 2"],
  ["a result without a call", without("tool_call_scheduled", "a"), "no call a is scheduled"],
  [
    "a success that was never started",
    without("tool_call_started", "b"),
    "call b succeeded without having been started",
  ],
  ["two results", twice("tool_result_received", "a"), "call a has its result already"],
  ["a call nobody made", changed("tool_call_scheduled", { callId: "z" }), "no planner made a call z on turn 1"],
  ["one attempt started twice", twice("tool_call_started", "b"), "attempt 1 of call b follows attempt 1"],
  ["a turn before the last is answered", without("tool_result_received", "b"), "calls of turn 1 have no answer yet"],
  ["a decision nobody asked for", changed("approval_decided", { awaitId: "x" }), "nothing was asked under x"],
  ["two decisions", twice("approval_decided"), "w/approval was answered already"],
  ["an approval nobody gave", without("approval_decided"), "nobody decided about call w"],
  [
    "a denial that lets the call run",
    changed("approval_decided", { approved: false }),
    "the decision about call w was denied",
  ],
  ["a pause in a pause", twice("run_paused"), "the run is paused already (await_queue)"],
  ["going on without a pause", without("run_paused"), "the run is not paused"],
  ["a body that lost a part", changed("assistant_turn_committed", { content: undefined }), "it cannot be read"],
])("%s is found and named", (_, events, message) => {
  const problem = checkLog(events);
  expect(problem?.message).toContain(message);
});

test("a call that waits for a person and is scheduled without that person's word is illegal", () => {
  const events = renumbered(log.filter(({ type }) => type !== "tool_authorization" && type !== "approval_decided"));
  expect(checkLog(events)).toMatchObject({
    type: "tool_call_scheduled",
    message: "call w needs an approval that nobody gave",
  });
});

test("a once call that is started again is illegal, also as a new attempt", () => {
  const index = indexOf("tool_call_started", "b");
  const again = { ...log[index], attempt: 2 } as RunEvent;
  expect(checkLog(renumbered(log.toSpliced(index + 1, 0, again)))?.message).toBe(
    "call b may run once, and was started before",
  );
});
