/**
 * Whole runs: what the agent loop adds to a model that answers at once, beside the loops people would use instead; what
 * durability costs beside a bare append; what a long run costs to recover and a waiting one to keep.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Report } from "../report.ts";
import { appendReport } from "./runs-append.ts";
import { durableReports } from "./runs-durable.ts";
import type { LoopName } from "./runs-loop-child.ts";
import type { Parked } from "./runs-parked-child.ts";

const LENGTHS = [10, 100, 1000];
const ROUNDS = 3;

export async function run(): Promise<Report[]> {
  return [loopReport(), heapReport(), ...(await durableReports()), await appendReport(), parkedReport()];
}

function loopReport(): Report {
  const names: Record<LoopName, string> = {
    "kigumi-model": "kigumi, model planner, memory log",
    "kigumi-memory": "kigumi, own planner, memory log",
    "ai-sdk": "AI SDK generateText",
    openai: "OpenAI Agents run",
    langgraph: "LangGraph createReactAgent, MemorySaver",
  };
  const best = new Map<string, number>();
  for (const length of LENGTHS) {
    for (let round = 0; round < ROUNDS; round++) {
      for (const name of Object.keys(names)) {
        const us = inChild<number>("runs-loop-child.ts", name, `${length}`);
        best.set(`${name} ${length}`, Math.min(us, best.get(`${name} ${length}`) ?? us));
      }
    }
  }
  return {
    bench: "runs-loop",
    title: "Agent loop, instant model, one tool call a step: µs a step",
    columns: ["", ...LENGTHS.map((length) => `${length} calls`)],
    rows: Object.entries(names).map(([name, label]) => [
      label,
      ...LENGTHS.map((length) => best.get(`${name} ${length}`) ?? 0),
    ]),
    notes: [
      `the best run of ${ROUNDS} interleaved processes, each of one library alone; each run a conversation of its own`,
    ],
  };
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
