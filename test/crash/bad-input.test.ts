/** Planners, models, tools and disks that misbehave: a clear answer, nothing lost, and the process lives. */
import { mkdtempSync, rmSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import type { RunEngine } from "../../src/engine/engine.ts";
import { createSqliteRunLog, type SqliteRunLogOptions } from "../../src/engine/sqlite/index.ts";
import type { KigumiError } from "../../src/errors/kigumi-error.ts";
import { modelPlanner } from "../../src/model/model-planner.ts";
import { scriptedModel } from "../../src/model/scripted-model.ts";
import type { Planner } from "../../src/run/plan.ts";
import { defineAgent } from "../../src/runtime/define-agent.ts";
import { createRuntime, type Runtime } from "../../src/runtime/runtime.ts";
import type { ToolContext } from "../../src/tool/context.ts";
import { defineTool } from "../../src/tool/define-tool.ts";
import { toolset } from "../../src/tool/toolset.ts";
import { call, final, type PlannerTurn, scriptedPlanner } from "../conformance/scripted-planner.ts";

const MESSAGES = [{ role: "user", content: "go" }] as const;
const ANYTHING = { type: "object", additionalProperties: true } as const;

test("two calls under one id are two calls with two answers", async () => {
  const twice = {
    toolCalls: [
      { id: "same", name: "echo", args: { n: 1 } },
      { id: "same", name: "echo", args: { n: 2 } },
    ],
  };
  const { runtime, asked } = open([twice, final("done")]);
  expect(await run(runtime)).toMatchObject({ status: "completed" });
  expect(asked[1]?.messages.at(-1)).toMatchObject({
    results: [
      { id: "same", content: '{"n":1}' },
      { id: "same#2", content: '{"n":2}' },
    ],
  });
});

test("arguments of ten megabytes are carried, logged and read back", async () => {
  const text = "x".repeat(10_000_000);
  const { runtime } = open([call("measure", { text }), final("done")]);
  expect(await run(runtime)).toMatchObject({ status: "completed" });
  const scheduled = (await runtime.runs.read("r")).find(({ type }) => type === "tool_call_scheduled");
  expect(scheduled).toMatchObject({ args: { text } });
});

test.each([
  ["null", null],
  ["a text", "call echo"],
  ["calls that are no list", { toolCalls: { name: "echo" } }],
  ["a call without a name", { toolCalls: [{ id: "c", args: {} }] }],
])("a planner that returns %s fails its run", async (_, answer) => {
  const { runtime } = open([() => answer as never, final("done")]);
  expect(await run(runtime)).toMatchObject({ status: "failed" });
});

test("a model stream that breaks in the middle fails the run with what happened", async () => {
  const model = scriptedModel([
    {
      stream: [
        { type: "stream-start", warnings: [] },
        { type: "text-start", id: "1" },
        { type: "text-delta", id: "1", delta: "I was about to" },
      ],
    },
  ]);
  const { runtime } = open(modelPlanner({ model, instructions: "Answer." }));
  const { status, error } = await run(runtime);
  expect(status).toBe("failed");
  expect(error).toMatchObject({ kind: "unavailable", isRetryable: true });
});

test.each([
  ["a text", "boom"],
  ["nothing", undefined],
  ["null", null],
  ["an object", { reason: "boom" }],
  ["a symbol", Symbol("boom")],
])("a tool that throws %s has failed, and the planner is told", async (_, thrown) => {
  const throws = tool("throws", () => {
    throw thrown;
  });
  const { runtime, asked } = open([call("throws"), final("done")], { tools: [throws] });
  expect(await run(runtime)).toMatchObject({ status: "completed" });
  expect(asked[1]?.messages.at(-1)).toMatchObject({ results: [{ isError: true }] });
});

test("a tool that never returns is given up after its time, and told to stop", async () => {
  let wasTold = false;
  const stuck = tool("stuck", (_input, ctx) => {
    ctx.signal?.addEventListener("abort", () => {
      wasTold = true;
    });
    return new Promise<never>(() => {});
  });
  const { runtime, asked } = open([call("stuck"), final("done")], { tools: [stuck], timing: { tools: "30ms" } });
  expect(await run(runtime)).toMatchObject({ status: "completed" });
  expect(JSON.stringify(asked[1]?.messages.at(-1))).toContain("did not answer within 30 ms");
  expect(wasTold).toBe(true);
});

test("what a tool returns after the run was canceled changes nothing", async () => {
  const [begun, late] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()];
  const slow = tool("slow", () => {
    begun.resolve();
    return late.promise;
  });
  const { runtime } = open([call("slow"), final("done")], { tools: [slow] });
  const result = run(runtime);
  await begun.promise;
  await runtime.handle("r").cancel("enough");
  expect(await result).toMatchObject({ status: "canceled" });
  const atTheEnd = await runtime.runs.read("r");
  late.resolve("too late");
  await sleep(50);
  expect(await runtime.runs.read("r")).toEqual(atTheEnd);
});

test("a full disk stops a run without losing it: with space again it goes on where it was", async () => {
  const file = temporaryFile();
  const text = "x".repeat(200_000);
  const paid: string[] = [];
  const pay = tool("pay", (_input, ctx) => {
    paid.push(ctx.call?.id ?? "");
    return "paid";
  });
  const script = [...Array.from({ length: 8 }, (_, index) => call("pay", { text }, `pay${index}`)), final("all paid")];
  const full = open(script, { tools: [pay], store: { file, maxFileBytes: 1_500_000 }, leaseMs: 200 });
  const handle = await start(full.runtime);
  await full.complaint;
  expect(full.complaints.every(({ code }) => code === "store_full")).toBe(true);
  const kept = await full.runtime.runs.read(handle.id);
  await full.runtime.close();

  const roomy = open(script, { tools: [pay], store: { file }, leaseMs: 200 });
  expect(await roomy.runtime.handle("r").result()).toMatchObject({ status: "completed", message: "all paid" });
  const events = await roomy.runtime.runs.read("r");
  expect(events.slice(0, kept.length)).toEqual(kept);
  // Each was paid once, or is known to be in doubt: never twice.
  expect(new Set(paid).size).toBe(paid.length);
  expect(paid.length).toBeGreaterThanOrEqual(8 - events.filter(({ type }) => type === "tool_outcome_unknown").length);
});

test("a store that somebody locks holds a run up for as long, and loses nothing", async () => {
  const file = temporaryFile();
  const reached = Promise.withResolvers<void>();
  const unlocked = Promise.withResolvers<void>();
  const script: PlannerTurn[] = [
    async () => {
      reached.resolve();
      await unlocked.promise;
      return call("echo", { n: 1 });
    },
    final("done"),
  ];
  const { runtime, complaint, complaints } = open(script, { store: { file, lockTimeoutMs: 100 }, leaseMs: 300 });
  const result = run(runtime);
  await reached.promise;
  const holder = new DatabaseSync(file);
  holder.exec("BEGIN EXCLUSIVE");
  unlocked.resolve();
  await complaint;
  await expect(start(runtime, "another")).rejects.toMatchObject({ code: "store_locked", isRetryable: true });
  holder.exec("ROLLBACK");
  holder.close();
  expect(await result).toMatchObject({ status: "completed", message: "done" });
  expect(complaints.every(({ code }) => code === "store_locked")).toBe(true);
});

test("a damaged store is refused with a clear error, and is left as it is", async () => {
  const file = temporaryFile();
  const { runtime } = open([call("echo", { n: 1 }), final("done")], { store: { file } });
  await run(runtime);
  await runtime.close();
  truncateSync(file, 6000);
  const outcome = await attempt(async () => {
    const damaged = open([final("done")], { store: { file } });
    await start(damaged.runtime, "another");
  });
  expect(outcome).toMatchObject({ code: "store_corrupt" });
});

const echo = tool("echo", (input) => input);
const measure = tool("measure", (input) => String(JSON.stringify(input).length));

type Execute = (input: Record<string, unknown>, ctx: ToolContext<unknown>) => unknown;

function tool(name: string, execute: Execute) {
  return defineTool({ name, description: name, input: ANYTHING, execute: execute as never });
}

interface OpenSettings {
  tools?: ReturnType<typeof tool>[];
  timing?: { tools?: string };
  store?: SqliteRunLogOptions;
  leaseMs?: number;
}

/** A runtime on a store of its own, with what it complained about. */
function open(script: PlannerTurn[] | Planner, { tools = [], timing = {}, store, leaseMs }: OpenSettings = {}) {
  const planner = Array.isArray(script) ? scriptedPlanner(...script) : { ...script, asked: [] };
  const complaints: KigumiError[] = [];
  const complaint = Promise.withResolvers<void>();
  const error = (_message: string, cause: unknown) => {
    complaints.push(cause as KigumiError);
    complaint.resolve();
  };
  const ignore = () => {};
  const log = createSqliteRunLog(store ?? { file: temporaryFile() });
  const engine: RunEngine = { log, ...(leaseMs === undefined ? {} : { leaseMs }) };
  const runtime = createRuntime({ engine, logger: { debug: ignore, info: ignore, warn: ignore, error } });
  onTestFinished(() => runtime.close());
  const toolsets = [toolset("bad", [echo, measure, ...tools])];
  runtime.registerAgent(defineAgent({ id: "desk", planner, toolsets, runPolicy: { timing } }));
  return { runtime, complaints, complaint: complaint.promise, asked: planner.asked };
}

async function start(runtime: Runtime, runId = "r") {
  await runtime.sessions.create("s");
  return runtime.client("desk").start({ sessionId: "s", runId, messages: MESSAGES });
}

async function run(runtime: Runtime) {
  return (await start(runtime)).result();
}

function temporaryFile(): string {
  const folder = mkdtempSync(join(tmpdir(), "kigumi-bad-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, "runs.db");
}

async function attempt(act: () => Promise<unknown>): Promise<unknown> {
  try {
    return await act();
  } catch (error) {
    return error;
  }
}
