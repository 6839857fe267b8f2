import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createMemoryEngine } from "../engine/create-memory-engine.ts";
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
