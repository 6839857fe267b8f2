import { expect, test } from "vitest";
import { call, final, type PlannerTurn, scriptedPlanner } from "../../test/conformance/scripted-planner.ts";
import { type Desk, type DeskOptions, deskAgents, followAndAnswer, noEffects, openDesk } from "../../test/runs/desk.ts";
import { createMemoryEngine } from "../engine/create-memory-engine.ts";
import type { RunEvent } from "../run/event.ts";
import type { RuntimeOptions } from "../runtime/runtime.ts";
import { eventLabel, recordFixture, replayFixture } from "./index.ts";
import type { RunFixture } from "./run-fixture.ts";

const START = [{ role: "user", content: "go" }] as const;

async function recorded(
  script: PlannerTurn[],
  options: Omit<DeskOptions, "planner"> = {},
  drive: (desk: Desk, runId: string) => Promise<unknown> = (desk, runId) => followAndAnswer(desk.runtime, runId),
): Promise<{ fixture: RunFixture; events: readonly RunEvent[] }> {
  const desk = openDesk(createMemoryEngine(), { ...options, planner: scriptedPlanner(...script) });
  try {
    await desk.runtime.sessions.create("s");
    const { id } = await desk.runtime.client("desk").start({ sessionId: "s", runId: "r", messages: START });
    await drive(desk, id);
    return { fixture: await recordFixture(desk.runtime, id), events: await desk.runtime.runs.read(id) };
  } finally {
    await desk.runtime.close();
  }
}

/** Replays with planners that would say something else and tools whose effects are counted. */
async function replay(
  fixture: RunFixture,
  options: Omit<DeskOptions, "planner"> = {},
  runtime: Partial<RuntimeOptions> = {},
) {
  const effects = noEffects();
  const { desk, analyst } = deskAgents({ ...options, planner: scriptedPlanner(final("live!")) }, effects);
  const replayed = await replayFixture(fixture, { agent: desk, others: [analyst], runtime });
  return { ...replayed, effects };
}

const rich = [
  {
    content: [{ type: "thinking", text: "first look", signature: "s" }],
    toolCalls: [
      { id: "a", name: "look", args: { device: "web-1" } },
      { id: "b", name: "reboot", args: "{broken" },
      { id: "c", name: "fail", args: { device: "db-1" } },
    ],
    usage: [{ model: "m", inputTokens: 3, outputTokens: 4 }],
    notes: [{ text: "looking" }],
  },
  call("wipe", { device: "web-1" }, "w"),
  { await: { items: [{ kind: "clarification", question: "which?" }] } },
  { await: { items: [{ kind: "external_tools", items: [{ name: "scan", payload: { deep: true } }] }] } },
  call("ask_analyst", { question: "all well?" }, "q"),
  final("done"),
] satisfies PlannerTurn[];
const analyst = () => scriptedPlanner(call("wipe", { device: "db-1" }, "inner"), final("all is well"));

test("a past run replays without its planners, tools or people, to the same end by the same events", async () => {
  const { fixture, events: before } = await recorded(rich, { analyst: analyst() });
  expect(Object.keys(fixture.runs)).toEqual(["r", "r/q"]);
  const { output, events, effects } = await replay(fixture);
  expect(output).toMatchObject({ status: "completed", message: "done", notes: ["looking"] });
  expect(effects.done).toEqual([]);
  // How often a parent looks at a child that is still at work is a matter of timing.
  const lasting = (log: readonly RunEvent[]) => log.filter(({ type }) => type !== "tool_call_updated").map(eventLabel);
  expect(lasting(events)).toEqual(lasting(before));
});

test("a fixture survives being written to a file", async () => {
  const { fixture } = await recorded(rich, { analyst: analyst() });
  expect(JSON.parse(JSON.stringify(fixture))).toEqual(fixture);
  expect((await replay(JSON.parse(JSON.stringify(fixture)))).output.message).toBe("done");
});

test("a request that differs fails with a diff to the nearest recorded one", async () => {
  const { fixture } = await recorded([call("look", { device: "web-1" }, "a"), final("done")]);
  const changed = JSON.parse(JSON.stringify(fixture).replace("web-1 is up", "web-1 is down"));
  const failure = await replay(changed).then(
    () => undefined,
    (error: Error) => error.message,
  );
  expect(failure).toContain("run r: the plan request is not one that was recorded");
  expect(failure).toMatch(/--- recorded[\s\S]*\+\+\+ replayed/);
  expect(failure).toMatch(/-\s+"content": "web-1 is up"[\s\S]*\+\s+"content": "web-1 is down"/);
});

test("a policy of today is the one that counts: a call it refuses is a mismatch", async () => {
  const { fixture } = await recorded([call("look", { device: "web-1" }, "a"), final("done")]);
  const policy = { allow: null, deny: ["look"], params: {} };
  await expect(replay(fixture, {}, { policy })).rejects.toThrow("Permission denied");
});

test("limits of today are the ones that count", async () => {
  const { fixture } = await recorded([
    call("fail", { device: "a" }, "a"),
    call("fail", { device: "b" }, "b"),
    final("x"),
  ]);
  await expect(replay(fixture, { runPolicy: { maxConsecutiveFailedToolCalls: 1 } })).rejects.toThrow(
    /\+\s+"mode": "finalize"/,
  );
});

test("a confirmation that nobody was asked for before is a mismatch, not a wait", async () => {
  const { fixture } = await recorded([call("reboot", { device: "web-1" }, "a"), final("done")]);
  const policy = { allow: null, deny: null, confirm: ["reboot"], params: {} };
  await expect(replay(fixture, {}, { policy })).rejects.toThrow(
    "it waits (await_queue), and nobody answered it before",
  );
});

test("a planner that failed fails again, in the same words", async () => {
  const { fixture } = await recorded([() => Promise.reject(new Error("the model is on fire"))]);
  expect((await replay(fixture)).output).toMatchObject({
    status: "failed",
    error: { message: "the model is on fire" },
  });
});

test("time passes as it did: an approval expires, days later, at once", async () => {
  const { fixture } = await recorded(
    [call("wipe", { device: "a" }, "w"), final("nobody came")],
    {},
    async (desk, id) => {
      for await (const { type } of desk.runtime.handle(id).events()) {
        if (type === "run_paused") await desk.clock.advance(3 * 24 * 3_600_000);
      }
    },
  );
  const { events, effects } = await replay(fixture);
  expect(events.map(({ type }) => type)).toContain("approval_expired");
  expect(effects.done).toEqual([]);
});

test("a run that was canceled while its planner thought is canceled there again", async () => {
  const stuck = () => new Promise<never>(() => {});
  const { fixture } = await recorded([call("look", { device: "a" }, "a"), stuck], {}, async (desk, id) => {
    for await (const { type } of desk.runtime.handle(id).events()) {
      if (type === "tool_call_scheduled") await desk.runtime.handle(id).cancel("enough", "ana");
    }
  });
  expect((await replay(fixture)).output.status).toBe("canceled");
});

test("a run that has not ended cannot be recorded", async () => {
  const drive = async (desk: Desk, id: string) => {
    for await (const { type } of desk.runtime.handle(id).events()) if (type === "run_paused") return;
  };
  await expect(recorded([call("wipe", { device: "a" }, "w")], {}, drive)).rejects.toThrow("run r has not ended");
});

test("a fixture of another version is refused", async () => {
  const { fixture } = await recorded([final("done")]);
  await expect(replay({ ...fixture, version: 2 as 1 })).rejects.toThrow("it has the version 2; this version reads 1");
});
