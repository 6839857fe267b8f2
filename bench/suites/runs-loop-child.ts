/** Runs one library's loop with so many calls, again and again, and prints what a step of its best run took, in µs. */
import { createMemoryEngine } from "../../src/engine/create-memory-engine.ts";
import { aiSdkLoop, kigumiLoop, kigumiModelLoop, type Loop, langgraphLoop, openaiLoop } from "./runs-loops.ts";

export type LoopName = keyof typeof loops;

/** Long enough for the code to be compiled and for a quiet moment to come. A run that takes longer is not repeated. */
const BUDGET_MS = 2500;

const loops = {
  "kigumi-model": kigumiModelLoop,
  "kigumi-memory": () => freshKigumiLoop,
  "ai-sdk": aiSdkLoop,
  openai: openaiLoop,
  langgraph: langgraphLoop,
} satisfies Record<string, () => Loop>;

const [name = "", calls = ""] = process.argv.slice(2);
if (!Object.hasOwn(loops, name)) throw new Error(`no loop named ${name}`);
console.log(await bestStep(loops[name as LoopName](), Number(calls)));
process.exit();

async function bestStep(loop: Loop, calls: number): Promise<number> {
  const end = performance.now() + BUDGET_MS;
  let best = Number.POSITIVE_INFINITY;
  do {
    const start = performance.now();
    await loop(calls);
    best = Math.min(best, performance.now() - start);
  } while (performance.now() < end);
  return (best * 1000) / calls;
}

/** A log in memory keeps every run: with one for each, no run pays for those before it. */
async function freshKigumiLoop(calls: number): Promise<unknown> {
  const { runtime, loop } = kigumiLoop(createMemoryEngine());
  await using _ = runtime;
  return await loop(calls);
}
