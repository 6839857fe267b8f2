import { expect, test } from "vitest";
import { call, final, scriptedPlanner } from "../../test/conformance/scripted-planner.ts";
import { type Desk, type DeskOptions, followAndAnswer, openDesk } from "../../test/runs/desk.ts";
import { createMemoryEngine } from "../engine/create-memory-engine.ts";
import { modelPlanner } from "../model/index.ts";
import { checkLog } from "../run/check-log.ts";
import { eventLabel, scriptedModel } from "../testing/index.ts";
import type { RuntimeOptions } from "./runtime.ts";

const MESSAGES = [{ role: "user", content: "go" }] as const;

async function withDesk(
  options: DeskOptions,
  body: (desk: Desk) => Promise<void>,
  runtime: Partial<RuntimeOptions> = {},
): Promise<void> {
  const desk = openDesk(createMemoryEngine(), options, runtime);
  try {
    await desk.runtime.sessions.create("s");
    await desk.runtime.client("desk").start({ sessionId: "s", runId: "source", messages: MESSAGES });
    await followAndAnswer(desk.runtime, "source");
    await body(desk);
  } finally {
    await desk.runtime.close();
  }
}

const threeTurns = () =>
  scriptedPlanner(call("reboot", { device: "a" }, "a"), call("wipe", { device: "b" }, "b"), final("done"));

test("a fork begins with the source's events, repeats no effect, and goes on by itself", async () => {
  const planner = threeTurns();
  await withDesk({ planner }, async ({ runtime, onceKeys }) => {
    const source = await runtime.runs.read("source");
    const asked = planner.asked.length;
    const fork = await runtime.fork("source");
    const events = await followAndAnswer(runtime, fork.id);
    const point = events[0]?.type === "run_started" ? events[0].forkedFrom : undefined;
    expect(point?.runId).toBe("source");
    const copied = events.slice(0, point?.at);
    expect(copied.map(eventLabel)).toEqual(source.slice(0, point?.at).map(eventLabel));
    expect(new Set(events.map(({ runId }) => runId))).toEqual(new Set([fork.id]));
    expect(checkLog(events)).toBeUndefined();
    // The last turn alone was planned again.
    expect(planner.asked.length).toBe(asked + 1);
    expect(onceKeys).toEqual(["source/a", "source/b"]);
    expect(await runtime.runs.read("source")).toEqual(source);
  });
});

test("a fork in the middle of a turn starts from before that turn", async () => {
  await withDesk({ planner: threeTurns() }, async ({ runtime, onceKeys }) => {
    const source = await runtime.runs.read("source");
    for (const type of ["await_confirmation", "run_paused", "approval_decided"] as const) {
      const at = source.findIndex((event) => event.type === type) + 1;
      const fork = await runtime.fork("source", { at });
      const [started] = await runtime.runs.read(fork.id);
      const closed = source.findIndex((event) => event.type === "tool_result_received") + 1;
      expect(started).toMatchObject({ forkedFrom: { runId: "source", at: closed } });
      await followAndAnswer(runtime, fork.id);
      expect(onceKeys.at(-1)).toBe(`${fork.id}/b`);
    }
  });
});

test("what is said to a fork reaches its planner, after what was said before", async () => {
  const planner = threeTurns();
  await withDesk({ planner }, async ({ runtime }) => {
    const fork = await runtime.fork("source", { at: 2, messages: [{ role: "user", content: "only look" }] });
    await followAndAnswer(runtime, fork.id);
    expect(planner.asked.find(({ run }) => run.runId === fork.id)?.messages).toEqual([
      ...MESSAGES,
      { role: "user", content: "only look" },
    ]);
    expect((await runtime.replay(fork.id)).isLegal).toBe(true);
  });
});

test("a fork with other limits counts what its source spent", async () => {
  await withDesk({ planner: threeTurns() }, async ({ runtime }) => {
    const at = (await runtime.runs.read("source")).findIndex(({ type }) => type === "tool_result_received") + 1;
    const fork = await runtime.fork("source", { at, policy: { maxToolCalls: 1 } });
    const events = await followAndAnswer(runtime, fork.id);
    expect(events.find(({ type }) => type === "finalization_started")).toMatchObject({ reason: "tool_cap" });
  });
});

test("a fork asks the model it is given, and only it", async () => {
  const first = scriptedModel([{ toolCalls: [{ name: "look", args: { device: "a" } }] }, "from the first"]);
  const second = scriptedModel(["from the second"]);
  await withDesk(
    { planner: modelPlanner({ model: first, instructions: "Help." }) },
    async ({ runtime }) => {
      const fork = await runtime.fork("source", { model: "second" });
      expect((await fork.result()).message).toBe("from the second");
      expect(first.requests).toHaveLength(2);
      await expect(runtime.fork("source", { model: "third" })).rejects.toThrow("third");
    },
    { models: { second } },
  );
});

test("a planner that has no model cannot be given another", async () => {
  await withDesk(
    { planner: threeTurns() },
    async ({ runtime }) => {
      await expect(runtime.fork("source", { model: "m" })).rejects.toThrow("takes no model");
    },
    { models: { m: scriptedModel([]) } },
  );
});

test("an event that is not there, or an unknown run, is refused", async () => {
  await withDesk({ planner: threeTurns() }, async ({ runtime }) => {
    for (const at of [0, -1, 1.5, 10_000]) {
      await expect(runtime.fork("source", { at })).rejects.toThrow(`cannot be forked at event ${at}`);
    }
    await expect(runtime.fork("nobody")).rejects.toThrow("nobody");
  });
});

test("forking twice under one id is forking once", async () => {
  await withDesk({ planner: threeTurns() }, async ({ runtime }) => {
    await runtime.fork("source", { runId: "f" });
    await followAndAnswer(runtime, "f");
    const once = await runtime.runs.read("f");
    await runtime.fork("source", { runId: "f" });
    expect(await runtime.runs.read("f")).toEqual(once);
  });
});
