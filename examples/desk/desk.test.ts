import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMemoryEngine, createRuntime, type RunEvent, type Runtime } from "kigumi";
import { afterEach, beforeEach, expect, test } from "vitest";
import { chooseModel } from "./choose-model.ts";
import { register, restartJournalIn } from "./desk.ts";
import { readRestarts } from "./restart-journal.ts";

let dataDir: string;
let runtime: Runtime;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "kigumi-desk-test-"));
  runtime = createRuntime({ engine: createMemoryEngine() });
  await register(runtime, { dataDir, restartMs: 1 });
  await runtime.sessions.create("s");
});

afterEach(async () => {
  await runtime.close();
  await rm(dataDir, { recursive: true, force: true });
});

const ask = (content: string) =>
  runtime.client("desk.chat").start({ sessionId: "s", messages: [{ role: "user", content }] });

async function eventsOf(runId: string): Promise<RunEvent[]> {
  const events: RunEvent[] = [];
  for await (const event of runtime.handle(runId).events()) events.push(event);
  return events;
}

/** What the first call of a run came to. */
async function outcomeOf(content: string) {
  const events = await eventsOf((await ask(content)).id);
  const result = events.find((event) => event.type === "tool_result_received");
  if (result?.type !== "tool_result_received") throw new Error(`no tool was called for ${content}`);
  return result;
}

async function pendingOf(runId: string) {
  for await (const event of runtime.handle(runId).events()) if (event.type === "run_paused") break;
  return runtime.approvals({ runId });
}

test("the docs are real files, and the best section comes first", async () => {
  const { tool, outcome } = await outcomeOf("search the docs for keys");
  expect(tool).toBe("docs.search");
  expect(outcome).toMatchObject({ type: "success", content: expect.stringContaining("rotate-a-key.md") });
});

test("the device list comes in pages, and says where the next one begins", async () => {
  const { tool, outcome } = await outcomeOf("list the devices");
  expect(tool).toBe("devices.list");
  expect(outcome).toMatchObject({ bounds: { returned: 10, total: 23, truncated: true, nextCursor: "web-10" } });
});

test("a chart goes to people beside the summary, and never to the model", async () => {
  const { tool, outcome } = await outcomeOf("show cpu of web-1 over the last hour");
  expect(tool).toBe("metrics.series");
  if (outcome.type !== "success") throw new Error(outcome.failure.error);
  expect(outcome.serverData).toMatchObject([
    { kind: "chart", data: { title: "cpu of web-1", points: Array(60).fill(expect.anything()) } },
  ]);
  expect(outcome.content).not.toContain("points");
});

test("the analyst is an agent of its own, whose run is linked to the one that asked", async () => {
  const events = await eventsOf((await ask("ask the analyst about web-1")).id);
  const link = events.find((event) => event.type === "child_run_linked");
  if (link?.type !== "child_run_linked") throw new Error("the analyst was not asked");
  expect(link.childAgentId).toBe("desk.analyst");
  const child = await eventsOf(link.childRunId);
  expect(child.find((event) => event.type === "tool_result_received")).toMatchObject({ tool: "metrics.series" });
});

test("a restart waits for a person, and happens once when they approve", async () => {
  const { id: runId } = await ask("restart web-1");
  const [request] = await pendingOf(runId);
  expect(request).toMatchObject({ tool: "ops.restart", args: { device_id: "web-1" }, title: "Restart a device?" });
  expect(await readRestarts(restartJournalIn(dataDir))).toEqual([]);
  await runtime.provideConfirmation({ runId, id: request?.id ?? "", approved: true, requestedBy: "ana" });
  await runtime.handle(runId).result();
  expect(await readRestarts(restartJournalIn(dataDir))).toMatchObject([{ device: "web-1" }]);
});

test("a restart that was declined never happens, and the model is told so", async () => {
  const { id: runId } = await ask("restart web-1");
  const [request] = await pendingOf(runId);
  await runtime.provideConfirmation({ runId, id: request?.id ?? "", approved: false, requestedBy: "ana" });
  expect((await runtime.handle(runId).result()).message).toContain("was not restarted: a person declined");
  expect(await readRestarts(restartJournalIn(dataDir))).toEqual([]);
});

test("a journal that cannot be read is an error, not an empty journal", async () => {
  await writeFile(restartJournalIn(dataDir), '{"key":"k","dev');
  await expect(readRestarts(restartJournalIn(dataDir))).rejects.toThrow();
});

test("without a key, or without the provider's package, the offline model answers and the reason is given", async () => {
  expect((await chooseModel({})).notice).toContain("no ANTHROPIC_API_KEY or OPENAI_API_KEY");
  const notInstalled = () => Promise.reject(Object.assign(new Error(), { code: "ERR_MODULE_NOT_FOUND" }));
  const { model, notice } = await chooseModel({ ANTHROPIC_API_KEY: "x" }, notInstalled);
  expect(model).toMatchObject({ modelId: "offline" });
  expect(notice).toContain("@ai-sdk/anthropic is not installed");
});

test("with a key and the provider's package, the provider's model answers", async () => {
  const installed = async () => ({ openai: (modelId: string) => ({ modelId }) });
  const { model, notice } = await chooseModel({ OPENAI_API_KEY: "x", KIGUMI_MODEL: "gpt-x" }, installed);
  expect(model).toEqual({ modelId: "gpt-x" });
  expect(notice).toBe("answered by gpt-x (OPENAI_API_KEY is set)");
});
