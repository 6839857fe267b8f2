/** Starts runs that wait for a person, all of them at rest in one file, and prints what they cost this process. */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSqliteRunLog } from "../../src/engine/sqlite/index.ts";
import { defineAgent } from "../../src/runtime/define-agent.ts";
import { createRuntime } from "../../src/runtime/runtime.ts";
import { defineTool } from "../../src/tool/define-tool.ts";
import { toolset } from "../../src/tool/toolset.ts";

export interface Parked {
  readonly runs: number;
  readonly seconds: number;
  readonly heapKb: number;
  readonly claimMs: number;
  readonly diskMb: number;
}

const RUNS = 100_000;
const AT_ONCE = 250;

const folder = mkdtempSync(join(tmpdir(), "kigumi-bench-"));
const file = join(folder, "runs.db");
// Durability is not what is measured here, and 100,000 runs take their time.
const log = createSqliteRunLog({ file, synchronous: "NORMAL" });
const runtime = createRuntime({ engine: { log } });
const restart = defineTool({
  name: "restart",
  description: "Restart a device",
  input: { type: "object", properties: { device: { type: "string" } } },
  confirmation: { title: "Restart?" },
  execute: () => "restarted",
});
const plan = async () => ({ toolCalls: [{ id: "c1", name: "restart", args: { device: "web-1" } }] });
const planner = { planStart: plan, planResume: plan };
runtime.registerAgent(defineAgent({ id: "bench", planner, toolsets: [toolset("bench", [restart])] }));
await runtime.sessions.create("s");
await park(1000);

const before = await heapKb();
const start = performance.now();
await park(RUNS);
const seconds = (performance.now() - start) / 1000;
const growth = (await heapKb()) - before;
const claimStart = performance.now();
await log.claim({ owner: "bench", now: Date.now(), until: Date.now(), agentIds: ["bench"] });
const claimMs = performance.now() - claimStart;
const diskMb = statSync(file).size / 2 ** 20;
console.log(JSON.stringify({ runs: RUNS, seconds, heapKb: growth, claimMs, diskMb } satisfies Parked));
await runtime.close();
rmSync(folder, { recursive: true });

async function park(count: number): Promise<void> {
  for (let done = 0; done < count; done += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, parkOne));
  }
}

async function parkOne(): Promise<void> {
  const run = await runtime.client("bench").start({ sessionId: "s", messages: [{ role: "user", content: "go" }] });
  for await (const event of run.events()) if (event.type === "run_paused") return;
}

async function heapKb(): Promise<number> {
  for (let i = 0; i < 5; i++) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    globalThis.gc?.();
  }
  return process.memoryUsage().heapUsed / 1024;
}
