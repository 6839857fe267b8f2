/**
 * Runs a recorded run again, hermetically: the real loop, the real policy and the real compaction, in memory, with the
 * recorded answers in place of models, tools and people and the recorded times in place of the clock. It fails when
 * the run asks something else than it did, with a diff to the nearest question it asked then.
 */
import { createMemoryEngine } from "../engine/create-memory-engine.ts";
import { KigumiError } from "../errors/kigumi-error.ts";
import { jsonEqual } from "../json/json-equal.ts";
import type { EventOf, RunEvent } from "../run/event.ts";
import { fold } from "../run/evolve.ts";
import type { Planner } from "../run/plan.ts";
import type { Agent } from "../runtime/define-agent.ts";
import type { RunOutput } from "../runtime/run-output.ts";
import { createRuntime, type RuntimeOptions } from "../runtime/runtime.ts";
import { FixtureHost } from "./fixture-host.ts";
import { diffToNearest, fixtureMismatch } from "./fixture-mismatch.ts";
import type { RecordedRun, RunFixture } from "./run-fixture.ts";
import { RunPlayer } from "./run-player.ts";
import { createTestClock } from "./test-clock.ts";

export interface ReplayFixtureOptions {
  /** As it is today: its tools, its limits. Its planner is not asked. */
  agent: Agent;
  /** Agents that it uses as tools. */
  others?: readonly Agent[];
  /** The policy and confirmations the run is to be held to. */
  runtime?: Omit<RuntimeOptions, "engine" | "clock" | "host">;
}

export interface ReplayedRun {
  readonly output: RunOutput;
  readonly events: readonly RunEvent[];
}

/** The replay is the only driver of its log, however far its clock jumps. */
const A_CENTURY_MS = 100 * 365 * 24 * 3_600_000;

export async function replayFixture(fixture: RunFixture, options: ReplayFixtureOptions): Promise<ReplayedRun> {
  const { runId } = fixture;
  const recorded = recordedRun(fixture, runId);
  const clock = createTestClock(recorded.beginning.at(-1)?.at);
  const { log } = createMemoryEngine();
  const mismatch = Promise.withResolvers<never>();
  // Reported below, to whoever still waits for it by then.
  mismatch.promise.catch(() => {});

  const players = new Map<string, RunPlayer>();
  const playerOf = (id: string): RunPlayer => {
    const known = players.get(id);
    if (known !== undefined) return known;
    const onMismatch = mismatch.reject;
    const player = new RunPlayer({ runId: id, recorded: recordedRun(fixture, id), runtime, clock, onMismatch });
    players.set(id, player);
    return player;
  };
  const runtime = createRuntime({
    ...options.runtime,
    engine: { log, leaseMs: A_CENTURY_MS },
    clock,
    host: (host) => new FixtureHost(host, playerOf),
  });
  try {
    for (const agent of [options.agent, ...(options.others ?? [])]) runtime.registerAgent(withoutModels(agent));
    const events = beginningToday(recorded, options.agent);
    const [started] = events;
    if (started === undefined) throw notAFixture(`it has no beginning for run ${runId}`);
    const { agentId, sessionId, labels, at } = started;
    const run = { runId, agentId, labels, createdAt: at, ...(sessionId === undefined ? {} : { sessionId }) };
    await log.create(run, events, { status: "pending", isRunnable: true });
    const output = await Promise.race([runtime.handle(runId).result(), mismatch.promise]);
    const replayed = await log.read(runId);
    assertSameEnd(runId, recorded, replayed, players);
    return { output, events: replayed };
  } finally {
    await runtime.close();
  }
}

function recordedRun(fixture: RunFixture, runId: string): RecordedRun {
  // Read from a file that a later version may have written.
  const version: number = fixture.version;
  if (version !== 1) throw notAFixture(`it has the version ${version}; this version reads 1`);
  const recorded = Object.hasOwn(fixture.runs, runId) ? fixture.runs[runId] : undefined;
  if (recorded !== undefined) return recorded;
  throw fixtureMismatch(`run ${runId} was not recorded; it has ${Object.keys(fixture.runs).join(", ")}`, { runId });
}

type Beginning = readonly [] | readonly [EventOf<"run_started">, ...RunEvent[]];

/** Under the limits the agent has now, as a run that starts now would be. A fork has limits of its own. */
function beginningToday({ beginning }: RecordedRun, agent: Agent): Beginning {
  const [started, ...rest] = beginning;
  if (started?.type !== "run_started") return [];
  return [started.forkedFrom === undefined ? { ...started, policy: agent.runPolicy } : started, ...rest];
}

function withoutModels({ historyModel: _, ...agent }: Agent): Agent {
  return { ...agent, planner: NOBODY };
}

const NOBODY: Planner = {
  planStart: () => Promise.reject(new Error("a replay asks no planner")),
  planResume: () => Promise.reject(new Error("a replay asks no planner")),
};

function assertSameEnd(
  runId: string,
  { outcome }: RecordedRun,
  replayed: readonly RunEvent[],
  players: ReadonlyMap<string, RunPlayer>,
): void {
  const end = fold(replayed)?.outcome;
  if (!jsonEqual(end, outcome)) {
    throw fixtureMismatch(`run ${runId} ended otherwise:\n${diffToNearest([outcome], end)}`, { runId });
  }
  if (outcome.status === "canceled") return;
  for (const [id, { unasked }] of players) {
    const turns = unasked.map(({ request }) => request.turn);
    if (turns.length === 0) continue;
    throw fixtureMismatch(`run ${id} ended before turn ${turns.join(", ")}, which was recorded`, { runId: id });
  }
}

function notAFixture(problem: string): KigumiError {
  return new KigumiError({ code: "invalid_fixture", message: `the fixture cannot be replayed: ${problem}` });
}
