import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createMemoryEngine } from "../engine/create-memory-engine.ts";
import { defineTool } from "../tool/define-tool.ts";
import { toolset } from "../tool/toolset.ts";
import { SQLiteTracer } from "../trace/sqlite-tracer.ts";
import { defineAgent } from "./define-agent.ts";
import { createRuntime } from "./runtime.ts";

test("store is short for the engine on that file", async () => {
  const folder = await mkdtemp(join(tmpdir(), "kigumi-runtime-"));
  try {
    const file = join(folder, "deep", "kigumi.db");
    await using runtime = createRuntime({ store: file });
    const answer = async () => ({ finalResponse: { text: "kept" } });
    runtime.registerAgent(defineAgent({ id: "a", planner: { planStart: answer, planResume: answer } }));
    const output = await runtime.client("a").oneShot({ messages: [{ role: "user", content: "hi" }] });
    expect(output.message).toBe("kept");
    expect((await stat(file)).size).toBeGreaterThan(0);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("a runtime without a place for its runs, or with two, is refused", () => {
  expect(() => createRuntime({})).toThrow("either store");
  expect(() => createRuntime({ store: "x.db", engine: createMemoryEngine() })).toThrow("either store");
});

test("a tracer remembers the runs of a runtime that was given it", async () => {
  const folder = await mkdtemp(join(tmpdir(), "kigumi-runtime-"));
  try {
    await using tracer = new SQLiteTracer(join(folder, "traces.db"));
    const add = defineTool({ name: "add", description: "Adds", input: { type: "object" }, execute: () => "the sum" });
    {
      await using runtime = createRuntime({ engine: createMemoryEngine(), tracers: [tracer] });
      const planner = {
        planStart: async () => ({ toolCalls: [{ id: "c1", name: "add", args: {} }] }),
        planResume: async () => ({ finalResponse: { text: "added" } }),
      };
      runtime.registerAgent(defineAgent({ id: "a", planner, toolsets: [toolset("math", [add])] }));
      await runtime.client("a").oneShot({ messages: [{ role: "user", content: "add" }] });
    }
    const [called] = await tracer.searchSpans({ tool: "add" });
    expect(called).toMatchObject({ spanType: "function", name: "add", output: "the sum" });
    expect(await tracer.searchTraces({ keywords: ["added"] })).toHaveLength(1);
  } finally {
    await rm(folder, { recursive: true });
  }
});
