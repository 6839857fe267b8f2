/** A policy is tried on what the loops really record, not on what a test believes they do. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OpenAIProvider, setTraceProcessors, setTracingDisabled } from "@openai/agents";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { createMemoryEngine } from "../../engine/create-memory-engine.ts";
import { Agent } from "../../openai-agents/agent.ts";
import type { Rules } from "../../policy/rules.ts";
import type { PlanInput, PlanResult } from "../../run/plan.ts";
import { defineAgent } from "../../runtime/define-agent.ts";
import { createRuntime } from "../../runtime/runtime.ts";
import { createOpenAIEndpoint } from "../../testing/openai-endpoint/create-openai-endpoint.ts";
import { defineTool } from "../../tool/define-tool.ts";
import { toolset } from "../../tool/toolset.ts";
import { backtestPolicy } from "../../trace/backtest/backtest-policy.ts";
import { deniedBy } from "../../trace/denied-call.ts";
import { spansOfRun } from "../../trace/runs/spans-of-run.ts";
import { SQLiteTracer } from "../../trace/sqlite-tracer.ts";

let folder: string;
let tracer: SQLiteTracer;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "kigumi-loops-"));
  tracer = new SQLiteTracer(join(folder, "traces.db"));
  setTracingDisabled(false);
  setTraceProcessors([tracer]);
});
afterEach(async () => {
  setTraceProcessors([]);
  setTracingDisabled(true);
  await tracer.shutdown();
  rmSync(folder, { recursive: true, force: true });
});

const tool = (name: string) =>
  defineTool({
    name,
    description: "Do it",
    input: z.object({ path: z.string() }),
    execute: ({ path }) => path,
  });
const tools = [tool("fs.read"), tool("fs.write")];

/** At the time: reading short paths only, and no writing. */
const then: Rules = { allow: null, deny: ["fs.write"], params: { "fs.read": { path: { maxLength: 3 } } } };
const calls = [
  { name: "fs.read", args: { path: "a" } },
  { name: "fs.read", args: { path: "long path" } },
  { name: "fs.write", args: { path: "b" } },
];

/** Now: writing after a person agreed, and no reading. */
const now: Rules = { allow: null, deny: ["fs.read"], confirm: ["fs.write"], params: {} };

async function expectFoundAgain(): Promise<void> {
  const { groups, calls: count, changes, unchanged } = await backtestPolicy(tracer, now);
  expect({ count, changes, unchanged }).toEqual({
    count: 3,
    changes: { deny: 1, confirm: 1, allow: 0, undecidable: 0 },
    unchanged: 1,
  });
  expect(groups).toContainEqual(expect.objectContaining({ change: "confirm", before: "deny", tool: "fs.write" }));
  expect(groups).toContainEqual(expect.objectContaining({ change: "deny", before: "allow", tool: "fs.read" }));
  const open = await backtestPolicy(tracer, { allow: null, deny: null, params: {} });
  expect(open.changes).toEqual({ deny: 0, confirm: 0, allow: 2, undecidable: 0 });
}

/** Of the calls that failed, the newest first. */
async function refusers(): Promise<unknown[]> {
  const failed = await tracer.searchSpans({ spanType: "function", hasError: true });
  return failed.map(({ error }) => deniedBy(error));
}

test("calls of our own runs, refused and run", async () => {
  await using runtime = createRuntime({ engine: createMemoryEngine(), policy: then });
  const plan = async ({ messages }: PlanInput): Promise<PlanResult> =>
    messages.at(-1)?.role === "tool" ? { finalResponse: { text: "done" } } : { toolCalls: calls };
  runtime.registerAgent(
    defineAgent({ id: "desk", planner: { planStart: plan, planResume: plan }, toolsets: [toolset("fs", tools)] }),
  );
  await runtime.sessions.create("s");
  const run = await runtime.client("desk").start({ sessionId: "s", messages: [{ role: "user", content: "go" }] });
  await run.result();
  const { spans } = spansOfRun(await runtime.runs.read(run.id));
  for (const span of spans) await tracer.onSpanEnd(span);
  await expectFoundAgain();
  expect(await refusers()).toEqual(["policy", "policy"]);
});

test("calls of agents that the OpenAI Agents SDK runs, refused and run", async () => {
  await using endpoint = await createOpenAIEndpoint({ script: [{ toolCalls: calls }, "done"] });
  const provider = new OpenAIProvider({ apiKey: "scripted", baseURL: endpoint.url });
  const model = await provider.getModel("gpt-test");
  const agent = new Agent({ name: "desk", instructions: "Do it.", model, tools, onToolRuleViolation: "return" });
  await agent.run("go", { toolRules: then });
  await expectFoundAgain();
  // The tool that was hidden has no span: the SDK never came to its call.
  expect(await refusers()).toEqual(["policy"]);
});

test("a call whose refusal ended the run", async () => {
  await using endpoint = await createOpenAIEndpoint({ script: [{ toolCalls: calls.slice(1, 2) }] });
  const provider = new OpenAIProvider({ apiKey: "scripted", baseURL: endpoint.url });
  const agent = new Agent({ name: "desk", instructions: "Do it.", model: await provider.getModel("gpt-test"), tools });
  await expect(agent.run("go", { toolRules: then })).rejects.toMatchObject({ code: "E14" });
  const { changes } = await backtestPolicy(tracer, { allow: null, deny: null, params: {} });
  expect(changes).toEqual({ deny: 0, confirm: 0, allow: 1, undecidable: 0 });
});
