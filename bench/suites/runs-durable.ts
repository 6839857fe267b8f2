/** Runs on disk with FULL sync, as a share of what one plain append costs on the same disk in the same minute. */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createSqliteEngine } from "../../src/engine/create-sqlite-engine.ts";
import { createSqliteRunLog } from "../../src/engine/sqlite/index.ts";
import type { RunEvent } from "../../src/run/event.ts";
import { fold } from "../../src/run/evolve.ts";
import type { Report } from "../report.ts";
import { type KigumiLoopOptions, kigumiLoop } from "./runs-loops.ts";

const ROUNDS = 5;
const CALLS = 100;

export async function durableReports(): Promise<Report[]> {
  const folder = mkdtempSync(join(tmpdir(), "kigumi-bench-"));
  try {
    return [await stepRates(folder), await storage(folder)];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function stepRates(folder: string): Promise<Report> {
  const raw = rawAppends(join(folder, "raw.db"));
  const cases = [
    { name: "one append at a time, bare node:sqlite", rate: raw },
    ...[1, 100].flatMap((runs) =>
      (["once", "read"] as const).flatMap((effect) =>
        [false, true].map((takesTurns) => ({
          name: `${runs === 1 ? "one run" : `${runs} runs at once`}, \`${effect}\` tools${takesTurns ? ", planner takes a turn" : ""}`,
          rate: steps(folder, runs, { effect, takesTurns }),
        })),
      ),
    ),
  ];
  // In turns, and the best of each: a disk that is busy for a while is busy for all of them.
  const measured = cases.map(({ name, rate }) => ({ name, rate, best: { perSecond: 0, processorUs: Infinity } }));
  for (let round = 0; round < ROUNDS; round++) {
    for (const each of measured) each.best = better(each.best, await each.rate());
  }
  const floor = measured[0]?.best.perSecond ?? 1;
  return {
    bench: "runs-durable",
    title: "Durable steps a second, synchronous FULL",
    columns: ["", "steps/s", "× bare append", "processor µs a step"],
    rows: measured.map(({ name, best: { perSecond, processorUs } }) => [
      name,
      perSecond,
      perSecond / floor,
      processorUs,
    ]),
    notes: [
      `the best of ${ROUNDS} interleaved rounds; a step is one planner turn and one tool call, with its result watched`,
      "processor: what the main thread used, without waiting; steady where other programs share the machine",
      "a planner that answers at once shares the commit of what it was told; one that takes a turn does not",
    ],
  };
}

interface Rate {
  readonly perSecond: number;
  readonly processorUs: number;
}

async function rateOf(steps: number, act: () => unknown): Promise<Rate> {
  const [start, before] = [performance.now(), process.threadCpuUsage()];
  await act();
  const elapsed = performance.now() - start;
  const { user, system } = process.threadCpuUsage(before);
  return { perSecond: (steps * 1000) / elapsed, processorUs: (user + system) / steps };
}

function better(left: Rate, right: Rate): Rate {
  return {
    perSecond: Math.max(left.perSecond, right.perSecond),
    processorUs: Math.min(left.processorUs, right.processorUs),
  };
}

/** Appends a second of one event of the usual size, each in a commit of its own. */
function rawAppends(file: string): () => Promise<Rate> {
  const database = new DatabaseSync(file);
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    CREATE TABLE event (id INTEGER PRIMARY KEY, run INTEGER NOT NULL, seq INTEGER NOT NULL, body TEXT NOT NULL);
    CREATE UNIQUE INDEX event_in_order ON event (run, seq);
  `);
  const insert = database.prepare("INSERT INTO event (run, seq, body) VALUES (1, ?, ?)");
  const body = JSON.stringify({ type: "tool_result_received", text: "x".repeat(75) });
  let seq = 0;
  return () =>
    rateOf(200, () => {
      for (let i = 0; i < 200; i++) insert.run(seq++, body);
    });
}

function steps(folder: string, runs: number, options: Required<KigumiLoopOptions>): () => Promise<Rate> {
  const file = join(folder, `${runs}-${options.effect}-${options.takesTurns}.db`);
  const { loop } = kigumiLoop(createSqliteEngine({ file }), options);
  return () => rateOf(runs * CALLS, () => Promise.all(Array.from({ length: runs }, () => loop(CALLS))));
}

async function storage(folder: string): Promise<Report> {
  const file = join(folder, "long.db");
  const { runtime, loop } = kigumiLoop({ log: createSqliteRunLog({ file, synchronous: "NORMAL" }) });
  await loop(3333);
  const [run] = await runtime.runs.list();
  await runtime.close();
  const events = run?.lastEventId ?? 0;
  const recoveries: number[] = [];
  let read: readonly RunEvent[] = [];
  for (let i = 0; i < ROUNDS; i++) {
    const start = performance.now();
    await using log = createSqliteRunLog({ file });
    read = await log.read(run?.runId ?? "");
    fold(read);
    recoveries.push(performance.now() - start);
  }
  const written = read.reduce((total, event) => total + Buffer.byteLength(JSON.stringify(event)), 0);
  const onDisk = statSync(file).size;
  return {
    bench: "runs-storage",
    title: `A run of ${events} events on disk`,
    columns: ["", ""],
    rows: [
      ["opened, read and folded, first time, ms", recoveries[0] ?? 0],
      ["opened, read and folded, best, ms", Math.min(...recoveries)],
      ["bytes of JSON an event", written / events],
      ["bytes on disk an event", onDisk / events],
    ],
  };
}
