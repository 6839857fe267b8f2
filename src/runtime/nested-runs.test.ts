import { expect, test } from "vitest";
import { z } from "zod";
import { systemClock } from "../clock/system-clock.ts";
import { createMemoryEngine } from "../engine/create-memory-engine.ts";
import type { RunEvent, RunEventBody } from "../run/event.ts";
import type { PlanResult } from "../run/plan.ts";
import { DEFAULT_RUN_POLICY } from "../run/run-policy.ts";
import type { RunState } from "../run/state.ts";
import { defineTool } from "../tool/define-tool.ts";
import { agentToolset } from "./agent-toolset.ts";
import { defineAgent } from "./define-agent.ts";
import { NestedRuns } from "./nested-runs.ts";
import { RunInbox } from "./run-inbox.ts";
import { createRuntime } from "./runtime.ts";

const ask = defineTool({ name: "ask", description: "Ask", input: z.object({ q: z.string() }), execute: () => null });

function planner(plan: (turn: number) => PlanResult) {
  const answer = async ({ run }: { run: { turn: number } }) => plan(run.turn);
  return { planStart: answer, planResume: answer };
}

test("a child whose parent ended without telling it does not go on", async () => {
  const engine = createMemoryEngine();
  await using runtime = createRuntime({ engine });
  let turns = 0;
  const question = { kind: "clarification", id: "which", question: "Which?" } as const;
  runtime.registerAgent(
    defineAgent({
      id: "child",
      planner: planner((turn) => {
        turns = turn;
        return turn === 1 ? { await: { items: [question] } } : { finalResponse: { text: "too late" } };
      }),
    }),
  );
  runtime.registerAgent(
    defineAgent({
      id: "parent",
      planner: planner(() => ({ toolCalls: [{ id: "c", name: "ask", args: { q: "?" } }] })),
      toolsets: [agentToolset("children", { agent: "child", tools: [ask] })],
    }),
  );
  await runtime.sessions.create("s");
  const messages = [{ role: "user", content: "go" }] as const;
  const parent = await runtime.client("parent").start({ sessionId: "s", runId: "p", messages });
  await reached(parent.events(), "child_run_linked");
  const child = runtime.handle("p/c");
  await reached(child.events(), "run_paused");

  // What a process leaves behind that dies right after its run was canceled.
  const last = (await engine.log.read("p")).at(-1);
  const canceled = {
    type: "cancel_requested",
    id: (last?.id ?? 0) + 1,
    v: 1,
    at: 1,
    runId: "p",
    agentId: "parent",
    sessionId: "s",
  } as const;
  const next = { status: "running", isRunnable: true } as const;
  await engine.log.append("p", { after: canceled.id - 1, events: [canceled], next, at: 1 });
  expect(await parent.result()).toMatchObject({ status: "canceled" });

  await runtime.provideClarification({ runId: "p/c", id: "which", answer: "that one" });
  expect(await child.result()).toMatchObject({ status: "canceled" });
  expect(turns).toBe(1);
});

test("news from a child that is ahead of its link waits for the link", async () => {
  const { log } = createMemoryEngine();
  const args = { q: "?" };
  const bodies: RunEventBody[] = [
    { type: "run_started", messages: [], labels: {}, policy: DEFAULT_RUN_POLICY },
    { type: "assistant_turn_committed", turn: 1, content: [{ type: "tool_use", id: "c", name: "ask", args }] },
    { type: "tool_call_scheduled", callId: "c", tool: "ask", args, effect: "once", childAgentId: "child" },
  ];
  const stamp = (body: RunEventBody, id: number): RunEvent => ({
    ...body,
    id,
    v: 1,
    at: 0,
    runId: "p",
    agentId: "parent",
  });
  const next = { status: "running", isRunnable: false } as const;
  const events = bodies.map((body, index) => stamp(body, index + 1));
  await log.create({ runId: "p", agentId: "parent", labels: {}, createdAt: 0 }, events, next);
  const inbox = new RunInbox({
    log,
    clock: systemClock,
    checkResult: async (_state, _callId, outcome) => outcome,
    onAppended: () => {},
  });
  const nested = new NestedRuns({ log, inbox, clock: systemClock });

  const child = { parent: { runId: "p", callId: "c" }, messages: [] } as unknown as RunState;
  const plan = { toolCalls: [{ name: "look", args: {} }] };
  const told = nested.tellParent(child, plan, new AbortController().signal);
  const link = {
    type: "child_run_linked",
    callId: "c",
    tool: "ask",
    childRunId: "p/c",
    childAgentId: "child",
  } as const;
  await log.append("p", { after: 3, events: [stamp(link, 4)], next, at: 0 });
  await told;
  // Told again after a crash, it is no news.
  await nested.tellParent(child, plan, new AbortController().signal);
  expect((await log.read("p", { after: 3 })).map(({ type }) => type)).toEqual([
    "child_run_linked",
    "tool_call_updated",
  ]);
});

async function reached(events: AsyncIterable<RunEvent>, type: RunEvent["type"]): Promise<void> {
  for await (const event of events) if (event.type === type) return;
}
