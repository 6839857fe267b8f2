/**
 * What an append costs the main thread while a hundred runs share commits, taken apart: what is checked, what the rows
 * cost, what their index costs, and what it would cost to leave all of it to another thread. Processor time only.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Worker } from "node:worker_threads";
import type { EncodedEvent } from "../../src/engine/encoded-event.ts";
import { openRunDatabase } from "../../src/engine/sqlite/open-run-database.ts";
import { appendEvents, insertRun } from "../../src/engine/sqlite/run-table.ts";
import { createStatements, type Sql } from "../../src/engine/sqlite/statements.ts";
import type { Report } from "../report.ts";

const ROUNDS = 5;
const RUNS = Array.from({ length: 100 }, (_, index) => `run-${index}`);
/** Of each run in a round, each commit shared by all. */
const APPENDS = 20;
const EVENTS = 4;
const next = { status: "running", isRunnable: true } as const;

interface Case {
  readonly name: string;
  /** One append of every run: the events after this one. */
  readonly appendAll: (after: number) => unknown;
}

export async function appendReport(): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), "kigumi-bench-"));
  const thread = new Worker(ECHO, { eval: true });
  try {
    const cases: Case[] = [
      { name: "as it is", appendAll: checked(join(folder, "checked.db")) },
      { name: "nothing checked", appendAll: unchecked(join(folder, "unchecked.db")) },
      { name: "nothing checked, pages of 1 KiB", appendAll: unchecked(join(folder, "pages.db"), { pageSize: 1024 }) },
      { name: "nothing checked, no index", appendAll: unchecked(join(folder, "bare.db"), { isIndexed: false }) },
      { name: "handed to another thread, and its answer heard", appendAll: handedOver(thread) },
    ];
    const best = cases.map(() => Number.POSITIVE_INFINITY);
    for (let round = 0; round < ROUNDS; round++) {
      for (const [index, { appendAll }] of cases.entries()) {
        best[index] = Math.min(best[index] ?? 0, await processorUs(appendAll, round));
      }
    }
    return {
      bench: "runs-append",
      title: `Processor µs an append of ${EVENTS} events, ${RUNS.length} runs to a commit, synchronous FULL`,
      columns: ["", "µs"],
      rows: cases.map(({ name }, index) => [name, best[index] ?? 0]),
      notes: [`the best of ${ROUNDS} interleaved rounds; the main thread's time, without its waiting for the disk`],
    };
  } finally {
    await thread.terminate();
    rmSync(folder, { recursive: true });
  }
}

async function processorUs(appendAll: Case["appendAll"], round: number): Promise<number> {
  const before = process.threadCpuUsage();
  for (let i = 0; i < APPENDS; i++) await appendAll((round * APPENDS + i) * EVENTS);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / (APPENDS * RUNS.length);
}

function checked(file: string): Case["appendAll"] {
  const sql = opened(file);
  return inOneCommit(sql, (runId, after) => {
    appendEvents(sql, runId, { after, events: [], next, at: 1 }, eventsAfter(after));
  });
}

function unchecked(file: string, { pageSize = 4096, isIndexed = true } = {}): Case["appendAll"] {
  const empty = new DatabaseSync(file);
  empty.exec(`PRAGMA page_size = ${pageSize}; VACUUM`);
  empty.close();
  const sql = opened(file);
  if (!isIndexed) sql("DROP INDEX event_in_order").run();
  const rows = Array(EVENTS).fill("(?, ?, ?, ?, ?, ?)").join(", ");
  const insert = sql(`INSERT INTO event (run, seq, type, at, turn, body) VALUES ${rows}`);
  return inOneCommit(sql, (_, after, run) => {
    insert.run(...eventsAfter(after).flatMap(({ id, type, at, turn = null, body }) => [run, id, type, at, turn, body]));
  });
}

function handedOver(thread: Worker): Case["appendAll"] {
  return (after) => {
    const answered = new Promise((resolve) => thread.once("message", resolve));
    thread.postMessage(RUNS.map((runId) => [runId, { after, next, at: 1 }, eventsAfter(after)]));
    return answered;
  };
}

const ECHO = `
  const { parentPort } = require("node:worker_threads");
  parentPort.on("message", (group) => parentPort.postMessage(group.map(() => ({ type: "appended" }))));
`;

function opened(file: string): Sql {
  const sql = createStatements(openRunDatabase({ file, synchronous: "FULL", lockTimeoutMs: 1000 }));
  for (const runId of RUNS) insertRun(sql, { runId, agentId: "bench", labels: {}, createdAt: 1 }, [], next);
  return sql;
}

function inOneCommit(sql: Sql, append: (runId: string, after: number, run: number) => void): Case["appendAll"] {
  return (after) => {
    sql("BEGIN IMMEDIATE").run();
    for (const [index, runId] of RUNS.entries()) append(runId, after, index + 1);
    sql("COMMIT").run();
  };
}

function eventsAfter(after: number): EncodedEvent[] {
  const body = JSON.stringify({ type: "tool_result_received", text: "x".repeat(75) });
  return Array.from({ length: EVENTS }, (_, i) => ({
    id: after + i + 1,
    type: "tool_result_received",
    at: 1,
    turn: 1,
    body,
  }));
}
