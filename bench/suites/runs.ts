/**
 * Whole runs: what the agent loop adds to a model that answers at once, beside the loops people would use instead; what
 * durability costs beside a bare append; what a long run costs to recover and a waiting one to keep.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { createMemoryEngine } from "../../src/engine/create-memory-engine.ts";
import type { Report } from "../report.ts";
import { appendReport } from "./runs-append.ts";
import { durableReports } from "./runs-durable.ts";
import { aiSdkLoop, kigumiLoop, kigumiModelLoop, type Loop, langgraphLoop, openaiLoop } from "./runs-loops.ts";
import type { Parked } from "./runs-parked-child.ts";

const LENGTHS = [10, 100, 1000];
/** Calls each loop makes at each length, in as many runs as that takes; the best run counts. */
const CALLS_IN_ALL = 4000;
/** A loop whose run takes longer than this is not asked again: the next would tell nothing new. */
const LONG_RUN_MS = 4000;

export async function run(): Promise<Report[]> {
  return [await loopReport(), heapReport(), ...(await durableReports()), await appendReport(), parkedReport()];
}

async function loopReport(): Promise<Report> {
  const loops: { name: string; loop: Loop }[] = [
    { name: "kigumi, model planner, memory log", loop: kigumiModelLoop() },
    { name: "kigumi, own planner, memory log", loop: (calls) => freshKigumiLoop(calls) },
    { name: "AI SDK generateText", loop: aiSdkLoop() },
    { name: "OpenAI Agents run", loop: openaiLoop() },
    { name: "LangGraph createReactAgent, MemorySaver", loop: langgraphLoop() },
  ];
  const rows = loops.map(({ name }): (string | number)[] => [name]);
  for (const length of LENGTHS) {
    const rounds = Math.max(3, Math.floor(CALLS_IN_ALL / length / 4));
    const best = loops.map(() => Number.POSITIVE_INFINITY);
    for (let round = 0; round < rounds; round++) {
      for (const [index, { loop }] of loops.entries()) {
        const known = best[index] ?? 0;
        if (round > 0 && known > LONG_RUN_MS) continue;
        const start = performance.now();
        await loop(length);
        best[index] = Math.min(known, performance.now() - start);
      }
    }
    for (const [index, row] of rows.entries()) row.push(((best[index] ?? 0) * 1000) / length);
  }
  return {
    bench: "runs-loop",
    title: "Agent loop, instant model, one tool call a step: µs a step",
    columns: ["", ...LENGTHS.map((length) => `${length} calls`)],
    rows,
    notes: ["the best of interleaved runs, each a conversation of its own"],
  };
}

async function freshKigumiLoop(calls: number): Promise<unknown> {
  const { runtime, loop } = kigumiLoop(createMemoryEngine());
  await using _ = runtime;
  return await loop(calls);
}

function heapReport(): Report {
  const names = {
    "kigumi-sqlite": "kigumi, runs on disk",
    "kigumi-memory": "kigumi, memory log (which keeps every run)",
    "ai-sdk": "AI SDK generateText",
    openai: "OpenAI Agents run",
    langgraph: "LangGraph createReactAgent",
  };
  return {
    bench: "runs-heap",
    title: "Heap growth over 1,000 runs of 10 calls, after 1,000 others",
    columns: ["", "kB"],
    rows: Object.entries(names).map(([name, label]) => [label, inChild<number>("runs-heap-child.ts", name)]),
    notes: ["each in a process of its own, after full collections"],
  };
}

function parkedReport(): Report {
  const { runs, seconds, heapKb, claimMs, diskMb } = inChild<Parked>("runs-parked-child.ts");
  return {
    bench: "runs-parked",
    title: `${runs} runs waiting for a person`,
    columns: ["", ""],
    rows: [
      ["heap growth, kB", heapKb],
      ["heap growth a run, bytes", (heapKb * 1024) / runs],
      ["looking for a run that can move, ms", claimMs],
      ["disk a run, kB", (diskMb * 1024) / runs],
      ["runs started and parked a second (NORMAL sync)", runs / seconds],
    ],
  };
}

function inChild<T>(script: string, ...args: string[]): T {
  const path = fileURLToPath(new URL(`./${script}`, import.meta.url));
  const { stdout, stderr, status } = spawnSync(process.execPath, ["--expose-gc", path, ...args], { encoding: "utf8" });
  if (status !== 0) throw new Error(`${script} ${args.join(" ")}: ${stderr}`);
  return JSON.parse(stdout);
}
