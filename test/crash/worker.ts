/**
 * A process that drives runs on a store until all of them have ended, or until it is killed: by itself at a boundary, or
 * by whoever started it. Started again on the same store, it goes on.
 */
import { createSqliteRunLog } from "../../src/engine/sqlite/index.ts";
import { KigumiError } from "../../src/errors/kigumi-error.ts";
import { createRuntime } from "../../src/runtime/runtime.ts";
import { createBoundaries, withBoundaries } from "./boundaries.ts";
import { openJournal } from "./journal.ts";
import { createAgents, MESSAGES } from "./scenario.ts";

export interface WorkerOptions {
  readonly store: string;
  readonly effects: string;
  readonly acknowledged: string;
  readonly runIds: readonly string[];
  readonly leaseMs: number;
  readonly killAt?: number;
  readonly toolMs?: number;
}

const options: WorkerOptions = JSON.parse(process.argv[2] ?? "{}");
const { store, effects: effectsFile, runIds, leaseMs, killAt, toolMs } = options;
const boundaries = createBoundaries(killAt);
const { pass } = boundaries;
using effects = openJournal(effectsFile);
using acknowledged = openJournal(options.acknowledged);

const log = withBoundaries(createSqliteRunLog({ file: store }), pass, acknowledged);
const complain = (...words: unknown[]) => console.error(...words);
const logger = { debug() {}, info() {}, warn: complain, error: complain };
const runtime = createRuntime({ engine: { log, leaseMs }, logger });
for (const agent of createAgents({ pass, effects, effectsFile, ...(toolMs === undefined ? {} : { toolMs }) })) {
  runtime.registerAgent(agent);
}
await runtime.sessions.create("s");
console.log("ready");
await Promise.all(runIds.map((runId) => seeThrough(runId)));
console.log(`passed ${boundaries.count}`);
await runtime.close();

/** Starts the run unless it exists, says yes to what it asks, and returns when it has ended. */
async function seeThrough(runId: string): Promise<void> {
  await runtime.client("main").start({ sessionId: "s", runId, messages: MESSAGES });
  for await (const event of runtime.handle(runId).events()) {
    if (event.type === "run_paused") await approveAll(runId);
  }
}

async function approveAll(runId: string): Promise<void> {
  for (const { id } of await runtime.approvals({ runId })) {
    try {
      await runtime.provideConfirmation({ runId, id, approved: true, requestedBy: "operator@example.com" });
    } catch (error) {
      // Another process may have been faster.
      if (!KigumiError.isInstance(error) || error.code !== "not_awaited") throw error;
    }
  }
}
