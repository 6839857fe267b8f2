import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../clock/system-clock.ts";
import { KigumiError } from "../errors/kigumi-error.ts";
import type { RunEvent, RunEventBody } from "../run/event.ts";
import type { PlanResult } from "../run/plan.ts";
import type { PlanEnvironment } from "../run/plan-environment.ts";
import { DEFAULT_RUN_POLICY, type RunPolicy } from "../run/run-policy.ts";
import type { Clock } from "../tool/clock.ts";
import { createEngine, type EngineOptions } from "./engine.ts";
import { createMemoryRunLog } from "./memory/index.ts";
import type { RunHost } from "./run-host.ts";
import type { RunLog } from "./run-log.ts";

const answer: PlanResult = { finalResponse: { text: "done" } };
const never = () => new Promise<never>(() => {});

test("a budget that ends while the planner thinks stops the planner and asks it to finish", async () => {
  const modes: string[] = [];
  let wasStopped = false;
  const { log, start } = open({
    plan: (_state, { mode }, signal) => {
      modes.push(mode);
      if (mode === "finalize") return Promise.resolve(answer);
      signal.addEventListener("abort", () => {
        wasStopped = true;
      });
      return never();
    },
  });
  await start("r", { timeBudgetMs: 20 });
  expect((await ended(log, "r")).at(-1)).toMatchObject({ type: "run_completed", status: "completed" });
  expect(modes).toEqual(["start", "finalize"]);
  expect(wasStopped).toBe(true);
});

test("what a plan brings keeps its turn when somebody else has written first", async () => {
  const usage = [{ model: "m", inputTokens: 1, outputTokens: 1 }];
  const { log, start } = open({
    plan: async ({ runId }) => {
      const seen = (await log.read(runId)).length;
      const said: RunEvent = { type: "pause_requested", requestedBy: "ada", ...stamp(runId, seen + 1, 1) };
      await log.append(runId, { after: seen, events: [said], next: { status: "running", isRunnable: true }, at: 1 });
      return { ...answer, usage };
    },
  });
  await start("r");
  const events = await ended(log, "r");
  const from = events.findIndex(({ type }) => type === "pause_requested");
  expect(from).toBeGreaterThan(0);
  expect(events.slice(from + 1).find(({ type }) => type === "usage")).toHaveProperty("turnId", "r/1");
  expect(events.map(({ id }) => id)).toEqual(events.map((_, index) => index + 1));
  expect(events.at(-1)).toMatchObject({ status: "completed", turnId: "r/1" });
});

test("a history that cannot be summarized fails the run", async () => {
  const { log, start } = open({
    compress: () => Promise.reject(new Error("no summary")),
    plan: () => Promise.resolve(answer),
  });
  await start("r", { history: { type: "compress", triggerAt: 1, keepRecent: 0 } });
  expect((await ended(log, "r")).at(-1)).toMatchObject({ status: "failed", error: { message: "no summary" } });
});

test("a log that fails for a while is tried again, and complained about once each time", async () => {
  const complaints: unknown[] = [];
  const log = createMemoryRunLog();
  let failures = 1;
  const claim: RunLog["claim"] = (request) => {
    if (failures-- > 0) return Promise.reject(new KigumiError({ code: "store_full", message: "full" }));
    return log.claim(request);
  };
  const { start } = open(
    { plan: () => Promise.resolve(answer) },
    { log: overriding(log, { claim }), onError: (error) => complaints.push(error) },
  );
  await start("r");
  expect((await ended(log, "r")).at(-1)).toMatchObject({ status: "completed" });
  expect(complaints).toMatchObject([{ code: "store_full" }]);
});

test("a closed engine gives its runs back at once", async () => {
  const log = createMemoryRunLog();
  const asked = Promise.withResolvers<void>();
  const first = open(
    {
      plan: () => {
        asked.resolve();
        return never();
      },
    },
    { log, leaseMs: 60_000 },
  );
  await first.start("r");
  await asked.promise;
  await first.engine[Symbol.asyncDispose]();
  open({ plan: () => Promise.resolve(answer) }, { log });
  expect((await ended(log, "r")).at(-1)).toMatchObject({ status: "completed" });
});

test("closing lets a call in hand end, and its outcome is not lost", async () => {
  const log = createMemoryRunLog();
  const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const callTool: RunHost["callTool"] = async () => {
    begun.resolve();
    await goOn.promise;
    return { type: "success", content: "paid" };
  };
  const first = open({ callTool }, { log });
  await first.start("r", {}, SCHEDULED);
  await begun.promise;
  const closed = first.engine[Symbol.asyncDispose]();
  goOn.resolve();
  await closed;
  expect((await log.read("r")).at(-1)).toMatchObject({ type: "tool_result_received", outcome: { content: "paid" } });
});

test("more runs than may be driven at once are driven one after another", async () => {
  let [atOnce, most] = [0, 0];
  const plan = async () => {
    most = Math.max(most, ++atOnce);
    await new Promise((resolve) => setTimeout(resolve, 5));
    atOnce--;
    return answer;
  };
  const { log, start } = open({ plan }, { concurrency: 2 });
  const ids = ["a", "b", "c", "d", "e"];
  await Promise.all(ids.map((id) => start(id)));
  await Promise.all(ids.map((id) => ended(log, id)));
  expect(most).toBe(2);
});

test("what a planner was told and what it answers at once share an append", async () => {
  const log = createMemoryRunLog();
  let appends = 0;
  const append: RunLog["append"] = (runId, batch) => {
    appends++;
    return log.append(runId, batch);
  };
  const { start } = open({ plan: () => Promise.resolve(answer) }, { log: overriding(log, { append }) });
  await start("r");
  await ended(log, "r");
  expect(appends).toBe(1);
});

test("what happened is in the log while the planner still thinks", async () => {
  const { log, start } = open({ plan: never });
  await start("r");
  for await (const event of log.watch("r")) if (event.type === "run_phase_changed") return;
  expect.unreachable();
});

test("an effect is not begun when the run was canceled while its start was saved", async () => {
  const log = createMemoryRunLog();
  let isFirst = true;
  const append: RunLog["append"] = async (runId, batch) => {
    if (isFirst) {
      isFirst = false;
      const cancel: RunEvent = { ...stamp(runId, 4), type: "cancel_requested" };
      await log.append(runId, { after: 3, events: [cancel], next: batch.next, at: batch.at });
    }
    return log.append(runId, batch);
  };
  const { calls, callTool } = countedTool();
  const { start } = open({ callTool }, { log: overriding(log, { append }) });
  await start("r", {}, SCHEDULED);
  expect((await ended(log, "r")).at(-1)).toMatchObject({ status: "canceled" });
  expect(calls).toEqual([]);
});

test("an effect is not begun when the engine was closed while its start was saved", async () => {
  const log = createMemoryRunLog();
  const [reached, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const append: RunLog["append"] = async (runId, batch) => {
    reached.resolve();
    await goOn.promise;
    return log.append(runId, batch);
  };
  const { calls, callTool } = countedTool();
  const { engine, start } = open({ callTool }, { log: overriding(log, { append }) });
  await start("r", {}, SCHEDULED);
  await reached.promise;
  const closed = engine[Symbol.asyncDispose]();
  goOn.resolve();
  await closed;
  expect(calls).toEqual([]);
});

test("a child that ends while its parent comes to rest is not missed", { timeout: 20_000 }, async () => {
  const log = createMemoryRunLog();
  const told = Promise.withResolvers<void>();
  const append: RunLog["append"] = async (runId, batch) => {
    // The parent has looked, found its child at work, and is about to rest when the child ends and wakes it.
    if (runId === "p" && batch.release) await told.promise;
    const outcome = await log.append(runId, batch);
    if (runId === "p" && batch.events.length === 0) told.resolve();
    return outcome;
  };
  const { start } = open(parentAndChild, { log: overriding(log, { append }), clock: stoppedClock });
  await start("p", {}, DELEGATED);
  expect((await ended(log, "p")).at(-1)).toMatchObject({ status: "completed" });
});

test("a parent that is written to in the moment its child ends is woken all the same", {
  timeout: 20_000,
}, async () => {
  const log = createMemoryRunLog();
  let isFirst = true;
  const append: RunLog["append"] = async (runId, batch) => {
    if (runId === "p" && batch.fence === undefined && isFirst) {
      isFirst = false;
      // At rest first: a parent that is driven here looks for itself.
      for (;;) {
        const parent = await log.find("p");
        if (parent?.wakeAt !== undefined) break;
        await new Promise(setImmediate);
      }
      const reminder = { id: "r", text: "careful", tier: "guidance" } as const;
      const event: RunEvent = { ...stamp("p", batch.after + 1), type: "reminder_added", reminder };
      const next = { status: "running", isRunnable: false } as const;
      await log.append("p", { after: batch.after, events: [event], next, at: batch.at });
    }
    return log.append(runId, batch);
  };
  const { start } = open(parentAndChild, { log: overriding(log, { append }), clock: stoppedClock });
  await start("p", {}, DELEGATED);
  expect((await ended(log, "p")).at(-1)).toMatchObject({ status: "completed" });
});

/** Time never comes: whatever waits for it waits for ever. */
const stoppedClock: Clock = { now: () => new Date(1_000), after: () => () => {} };

/** A turn with one call that is answered by a run of the same agent. */
const DELEGATED: readonly RunEventBody[] = [
  { type: "assistant_turn_committed", turn: 1, content: [{ type: "tool_use", id: "c", name: "ask", args: {} }] },
  { type: "tool_call_scheduled", callId: "c", tool: "ask", args: {}, effect: "read", childAgentId: "a" },
];

const parentAndChild: Partial<RunHost> = {
  plan: () => Promise.resolve(answer),
  startChild: async ({ runId, agentId }, { callId, tool }) => ({
    type: "run_started",
    messages: [],
    labels: {},
    policy: DEFAULT_RUN_POLICY,
    parent: { runId, agentId, callId, tool, path: [runId], agents: [agentId] },
  }),
};

/** A turn with one call that may only run once. */
const SCHEDULED: readonly RunEventBody[] = [
  { type: "assistant_turn_committed", turn: 1, content: [{ type: "tool_use", id: "c", name: "pay", args: {} }] },
  { type: "tool_call_scheduled", callId: "c", tool: "pay", args: {}, effect: "once" },
];

function countedTool() {
  const calls: string[] = [];
  const callTool: RunHost["callTool"] = async (_state, { callId }) => {
    calls.push(callId);
    return { type: "success", content: "paid" };
  };
  return { calls, callTool };
}

function stamp(runId: string, id: number, at = Date.now()) {
  return { id, v: 1, at, runId, agentId: "a" } as const;
}

/** An engine over one agent, whose host does what the test says and refuses the rest. */
function open(host: Partial<RunHost>, options: Partial<EngineOptions> = {}) {
  const log = options.log ?? createMemoryRunLog();
  const refuse = () => Promise.reject(new Error("not asked for in this test"));
  const engine = createEngine({
    log,
    clock: systemClock,
    ...options,
    host: {
      agentIds: ["a"],
      plan: refuse,
      callTool: refuse,
      reconcile: refuse,
      compress: refuse,
      startChild: refuse,
      environment: (_state, at) =>
        ({ at, hasPolicy: false, toolNames: [] }) as Partial<PlanEnvironment> as PlanEnvironment,
      childOutcome: async () => ({ type: "success", content: "" }),
      planError: (error) => ({ kind: "internal", message: (error as Error).message, isRetryable: false }),
      ...host,
    },
  });
  onTestFinished(() => engine[Symbol.asyncDispose]());
  const start = (runId: string, policy: Partial<RunPolicy> = {}, more: readonly RunEventBody[] = []) => {
    const at = (options.clock ?? systemClock).now().getTime();
    const started: RunEventBody = {
      type: "run_started",
      messages: [{ role: "user", content: "go" }],
      labels: {},
      policy: { ...DEFAULT_RUN_POLICY, ...policy },
    };
    const events = [started, ...more].map((body, index): RunEvent => ({ ...body, ...stamp(runId, index + 1, at) }));
    const next = { status: "pending", isRunnable: true } as const;
    return log.create({ runId, agentId: "a", labels: {}, createdAt: at }, events, next);
  };
  return { log, engine, start };
}

async function ended(log: RunLog, runId: string): Promise<readonly RunEvent[]> {
  const events: RunEvent[] = [];
  for await (const event of log.watch(runId)) events.push(event);
  return events;
}

function overriding(log: RunLog, overrides: Partial<RunLog>): RunLog {
  return new Proxy(log, {
    get(target, name) {
      const value: unknown = overrides[name as keyof RunLog] ?? Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
