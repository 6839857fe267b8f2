import { expect, test } from "vitest";
import { createMemoryEngine } from "../engine/create-memory-engine.ts";
import { orAbort } from "../errors/abort.ts";
import type { Planner } from "../run/plan.ts";
import { defineAgent } from "./define-agent.ts";
import { createRuntime } from "./runtime.ts";

const messages = [{ role: "user", content: "go" }] as const;

/** A runtime whose agent thinks until it is told to stop, or answers at once. */
function withAgent({ answers }: { answers: boolean }) {
  const engine = createMemoryEngine();
  const runtime = createRuntime({ engine });
  const asked = Promise.withResolvers<void>();
  const plan: Planner["planStart"] = async (_, { signal }) => {
    asked.resolve();
    if (!answers) await orAbort(new Promise(() => {}), signal);
    return { finalResponse: { text: "done" } };
  };
  runtime.registerAgent(defineAgent({ id: "a", planner: { planStart: plan, planResume: plan } }));
  return { runtime, asked: asked.promise };
}

test("a signal that fires cancels the run, with its reason in the log", async () => {
  const { runtime, asked } = withAgent({ answers: false });
  await using _ = runtime;
  const stop = new AbortController();
  const running = runtime.client("a").oneShot({ messages, signal: stop.signal });
  await asked;
  stop.abort(new Error("the user went away"));
  const { status, runId } = await running;
  expect(status).toBe("canceled");
  expect(await runtime.runs.read(runId)).toContainEqual(
    expect.objectContaining({ type: "cancel_requested", reason: "the user went away" }),
  );
});

test("a signal that has fired before starts nothing", async () => {
  const { runtime } = withAgent({ answers: true });
  await using _ = runtime;
  const signal = AbortSignal.abort(new Error("too late"));
  await expect(runtime.client("a").oneShot({ messages, signal })).rejects.toThrow("too late");
  expect(await runtime.runs.list()).toEqual([]);
});

test("a signal that fires after the end changes nothing", async () => {
  const { runtime } = withAgent({ answers: true });
  await using _ = runtime;
  const stop = new AbortController();
  const { status, runId } = await runtime.client("a").oneShot({ messages, signal: stop.signal });
  const before = await runtime.runs.read(runId);
  stop.abort();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(status).toBe("completed");
  expect(await runtime.runs.read(runId)).toEqual(before);
});

test("the signal of a handle fires when its run has ended, and says how", async () => {
  const { runtime, asked } = withAgent({ answers: false });
  await using _ = runtime;
  await runtime.sessions.create("s");
  const run = await runtime.client("a").start({ sessionId: "s", messages });
  const { signal } = run;
  await asked;
  expect(signal.aborted).toBe(false);
  const fired = new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
  await run.cancel();
  await fired;
  expect(signal.reason).toMatchObject({ code: "run_ended", data: { runId: run.id, status: "canceled" } });
  // Asked for again, and by somebody who comes later: the same answer.
  expect(run.signal).toBe(signal);
  const later = runtime.handle(run.id).signal;
  if (!later.aborted) await new Promise((resolve) => later.addEventListener("abort", resolve, { once: true }));
  expect(later.reason).toMatchObject({ data: { status: "canceled" } });
});

test("the signal of a run that is not there says so, and that of an open run when the log is closed", async () => {
  const { runtime } = withAgent({ answers: false });
  const missing = runtime.handle("nobody").signal;
  await new Promise((resolve) => missing.addEventListener("abort", resolve, { once: true }));
  expect(missing.reason).toMatchObject({ code: "run_not_found" });
  await runtime.sessions.create("s");
  const open = (await runtime.client("a").start({ sessionId: "s", messages })).signal;
  await runtime.close();
  if (!open.aborted) await new Promise((resolve) => open.addEventListener("abort", resolve, { once: true }));
  expect(open.reason).toMatchObject({ code: "store_closed" });
});
