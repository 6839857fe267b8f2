/** Runs one library's loop a thousand times in this process and prints by how many kB its heap has grown. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMemoryEngine } from "../../src/engine/create-memory-engine.ts";
import { createSqliteRunLog } from "../../src/engine/sqlite/index.ts";
import { aiSdkLoop, kigumiLoop, type Loop, langgraphLoop, openaiLoop } from "./runs-loops.ts";

const RUNS = 1000;
const CALLS = 10;

const folder = mkdtempSync(join(tmpdir(), "kigumi-bench-"));
const loops: Record<string, () => Loop> = {
  "kigumi-sqlite": () =>
    kigumiLoop({ log: createSqliteRunLog({ file: join(folder, "runs.db"), synchronous: "NORMAL" }) }).loop,
  "kigumi-memory": () => kigumiLoop(createMemoryEngine()).loop,
  "ai-sdk": aiSdkLoop,
  openai: openaiLoop,
  langgraph: langgraphLoop,
};

const loop = loops[process.argv[2] ?? ""]?.();
if (loop === undefined) throw new Error(`no loop named ${process.argv[2]}`);
await repeat(loop);
const before = await heapKb();
await repeat(loop);
const growth = (await heapKb()) - before;
rmSync(folder, { recursive: true });
console.log(growth);
// The embedded log is still open, on purpose: what it holds on to is part of the answer.
process.exit();

async function repeat(loop: Loop): Promise<void> {
  for (let i = 0; i < RUNS; i++) await loop(CALLS);
}

/** What is left when everything that can go has gone. */
async function heapKb(): Promise<number> {
  for (let i = 0; i < 5; i++) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    globalThis.gc?.();
  }
  return process.memoryUsage().heapUsed / 1024;
}
