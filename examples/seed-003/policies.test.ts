import { createMemoryEngine, createRuntime, type Message, modelPlanner } from "kigumi";
import { Agent, evaluate, OnMissingFields, RunPolicy, Service } from "kigumi/design";
import { createTestClock, scriptedModel } from "kigumi/testing";
import { expect, test } from "vitest";
import * as cache from "./cache.ts";
import * as history from "./history.ts";
import * as missingFields from "./missing-fields.ts";
import * as policies from "./policies.ts";
import { GO, open, scripted } from "./run-design.ts";

const complete = { historyModels: { "desk.complete": "small" }, models: { small: scriptedModel([]) } };
const load = { name: "data.load", args: {} };

test("RunPolicy: every agent runs within what the design says, in milliseconds and numbers", async () => {
  await using runtime = await open(policies, { executors: { "data.load": () => null }, ...complete });
  const policyOf = async (agent: string) => {
    const { runId } = await runtime.client(`desk.${agent}`).oneShot({ messages: GO });
    const [started] = await runtime.runs.read(runId);
    return started?.type === "run_started" ? started.policy : undefined;
  };
  expect(await policyOf("chat")).toMatchObject({
    ...{ maxToolCalls: 8, maxConsecutiveFailedToolCalls: 3, timeBudgetMs: 120_000 },
    ...{ interruptsAllowed: true, onMissingFields: "await_clarification" },
    history: { type: "keep_recent_turns", turns: 20 },
  });
  expect(await policyOf("timed")).toMatchObject({
    timeBudgetMs: 600_000,
    planTimeoutMs: 45_000,
    toolTimeoutMs: 120_000,
  });
  expect(await policyOf("data-processor")).toMatchObject({
    ...{ maxToolCalls: 20, timeBudgetMs: 1_800_000, planTimeoutMs: 60_000, toolTimeoutMs: 300_000 },
  });
  expect(await policyOf("complete")).toMatchObject({ history: { type: "compress", triggerAt: 30, keepRecent: 10 } });
});

test("MaxToolCalls: the run answers with what it has when the calls are used up", async () => {
  const planner = scripted(...Array.from({ length: 30 }, () => [load]));
  await using runtime = await open(policies, {
    planners: { "desk.data-processor": planner },
    executors: { "data.load": () => null },
    ...complete,
  });
  const { status, toolEvents } = await runtime.client("desk.data-processor").oneShot({ messages: GO });
  expect(status).toBe("completed");
  expect(toolEvents.filter(({ outcome }) => outcome.type === "success")).toHaveLength(20);
  expect(planner.inputs.at(-1)?.finalize?.reason).toBe("tool_cap");
});

test("Tools: a tool that takes longer than its time is given up, and the planner is told", async () => {
  const clock = createTestClock();
  const started = Promise.withResolvers<void>();
  const planner = scripted([load]);
  await using runtime = await open(policies, {
    planners: { "desk.data-processor": planner },
    executors: {
      "data.load": () => {
        started.resolve();
        return new Promise(() => {});
      },
    },
    ...complete,
    clock,
  });
  const run = runtime.client("desk.data-processor").oneShot({ messages: GO });
  await started.promise;
  await clock.advance(5 * 60_000 + 1);
  const { toolEvents } = await run;
  expect(toolEvents[0]?.outcome).toMatchObject({ type: "failure", failure: { kind: "timeout" } });
});

const incomplete = { name: "tickets.open", args: {} };
const tickets = { "tickets.open": () => "opened" };

test('OnMissingFields("finalize"): the run stops calling and answers', async () => {
  const planner = scripted([incomplete], [incomplete]);
  await using runtime = await open(missingFields, { planners: { "desk.finalize": planner }, executors: tickets });
  const { toolEvents } = await runtime.client("desk.finalize").oneShot({ messages: GO });
  expect(toolEvents).toHaveLength(1);
  expect(planner.inputs.at(-1)?.finalize?.reason).toBe("failure_cap");
});

test('OnMissingFields("await_clarification"): the run pauses until somebody says what is missing', async () => {
  const planner = scripted([incomplete], [{ name: "tickets.open", args: { title: "it rains in" } }]);
  await using runtime = await open(missingFields, { planners: { "desk.ask": planner }, executors: tickets });
  await runtime.sessions.create("s");
  const run = await runtime.client("desk.ask").start({ sessionId: "s", messages: GO });
  let asked: { awaitId: string; missingFields?: readonly string[] } | undefined;
  for await (const event of run.events()) {
    if (event.type === "await_clarification") asked = event;
    if (event.type === "run_paused") break;
  }
  expect(asked?.missingFields).toEqual(["title"]);
  expect(planner.inputs).toHaveLength(1);
  await runtime.provideClarification({ runId: run.id, id: asked?.awaitId ?? "", answer: "it rains in" });
  expect(await run.result()).toMatchObject({ status: "completed" });
  expect(JSON.stringify(planner.inputs[1]?.messages)).toContain("it rains in");
});

test('OnMissingFields("await_clarification") without interrupts is refused where it is written', () => {
  const desk = Service("desk", () => {
    Agent("chat", () => {
      RunPolicy(() => {
        OnMissingFields("await_clarification");
      });
    });
  });
  expect(() => evaluate({ desk })).toThrow(/policies\.test\.ts:\d+:\d+ desk › chat: .* \(interrupts_needed\)/);
});

test.each(["resume", "planner"])(
  'OnMissingFields of the agent "%s": the planner goes on with the failure',
  async (agent) => {
    const planner = scripted([incomplete], [{ name: "tickets.open", args: { title: "t" } }]);
    await using runtime = await open(missingFields, { planners: { [`desk.${agent}`]: planner }, executors: tickets });
    const { toolEvents } = await runtime.client(`desk.${agent}`).oneShot({ messages: GO });
    expect(toolEvents.map(({ outcome }) => outcome.type)).toEqual(["failure", "success"]);
  },
);

test("Cache: checkpoints stand after the system messages and after the tools", async () => {
  const model = scriptedModel(["hello"], { provider: "anthropic.messages" });
  await using runtime = await open(cache, {
    planners: { "desk.assistant": modelPlanner({ model: "default", instructions: "Be brief." }) },
    models: { default: model },
    executors: { "docs.read": () => null, "search.find": () => null },
  });
  await runtime.client("desk.assistant").oneShot({ messages: GO });
  const checkpoint = { anthropic: { cacheControl: { type: "ephemeral" } } };
  const [request] = model.requests;
  expect(request?.prompt[0]).toMatchObject({ role: "system", providerOptions: checkpoint });
  expect(request?.tools?.at(-1)).toMatchObject({ providerOptions: checkpoint });
});

test("Cache: AfterTools with a Nova model is refused when the agent is registered", async () => {
  const model = scriptedModel([], { provider: "amazon-bedrock", modelId: "amazon.nova-pro-v1:0" });
  const opening = open(cache, {
    planners: { "desk.assistant": modelPlanner({ model: "default", instructions: "Be brief." }) },
    models: { default: model },
    executors: { "docs.read": () => null, "search.find": () => null },
  });
  await expect(opening).rejects.toMatchObject({ code: "cache_checkpoint_unsupported" });
});

/** A conversation of so many turns. */
function turns(count: number): Message[] {
  return Array.from({ length: count }, (_, turn): Message[] => [
    { role: "user", content: `question ${turn + 1}` },
    { role: "assistant", content: [{ type: "text", text: `answer ${turn + 1}` }] },
  ]).flat();
}

const textsOf = (messages: readonly Message[]) => JSON.stringify(messages);

test("KeepRecentTurns: the planner sees the last turns whole, and the system's words", async () => {
  const planner = scripted();
  await using runtime = await open(history, {
    planners: { "desk.window": planner },
    historyModels: { "desk.summary": "small" },
    models: { small: scriptedModel([]) },
  });
  const system: Message = { role: "system", content: "Be brief." };
  const last: Message = { role: "user", content: "question 26" };
  await runtime.client("desk.window").oneShot({ messages: [system, ...turns(25), last] });
  const seen = planner.inputs[0]?.messages ?? [];
  expect(seen[0]).toEqual(system);
  expect(seen[1]).toEqual({ role: "user", content: "question 7" });
  expect(seen.filter(({ role }) => role === "user")).toHaveLength(20);
});

test("Compress: from 30 turns on the older ones are summarized by the history model, and 10 are kept", async () => {
  const planner = scripted();
  const small = scriptedModel(["they spoke of numbers"]);
  await using runtime = await open(history, {
    planners: { "desk.summary": planner },
    historyModels: { "desk.summary": "small" },
    models: { small },
  });
  const last: Message = { role: "user", content: "question 30" };
  await runtime.client("desk.summary").oneShot({ messages: [...turns(29), last] });
  expect(textsOf(planner.inputs[0]?.messages ?? [])).toContain("they spoke of numbers");
  const kept = planner.inputs[0]?.messages.filter(({ role }) => role === "user") ?? [];
  expect(kept[0]).toEqual({ role: "user", content: "question 21" });
  expect(kept).toHaveLength(10);
  expect(JSON.stringify(small.requests[0]?.prompt)).toContain("question 20");
  expect(JSON.stringify(small.requests[0]?.prompt)).not.toContain("question 21");
});

test("Compress: without a history model nothing is registered", async () => {
  const planners = { "desk.window": scripted(), "desk.summary": scripted() };
  const making = createRuntime({ engine: createMemoryEngine(), design: evaluate(history), planners });
  await expect(making).rejects.toMatchObject({
    code: "incomplete_design",
    message: expect.stringContaining('the agent "desk.summary" compresses its history; pass historyModels'),
  });
});
