/** What holds for every run, whatever its planner, its tools and its people do. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { scriptedPlanner } from "../../test/conformance/scripted-planner.ts";
import { type DeskOptions, type Effects, followAndAnswer, noEffects, openDesk, START } from "../../test/runs/desk.ts";
import { createMemoryEngine } from "../engine/create-memory-engine.ts";
import type { RunEngine } from "../engine/engine.ts";
import type { RunLog } from "../engine/run-log.ts";
import type { RunPolicyOptions } from "../runtime/define-agent.ts";
import { recordFixture, replayFixture } from "../testing/index.ts";
import { checkEvent } from "./check-event.ts";
import { checkLog } from "./check-log.ts";
import type { Command } from "./command.ts";
import { decide } from "./decide.ts";
import type { RunEvent } from "./event.ts";
import { evolve, fold } from "./evolve.ts";
import type { PlanResult } from "./plan.ts";
import { recover } from "./recover.ts";
import type { RunState } from "./state.ts";

const device = fc.constantFrom("web-1", "web-2", "db-1");
const plannedCall = fc
  .record({
    name: fc.constantFrom("look", "label", "reboot", "wipe", "fail", "ask_analyst", "no_such_tool"),
    device,
    isWrong: fc.boolean(),
  })
  .map(({ name, device: on, isWrong }) => {
    const args = name === "ask_analyst" ? { question: `how is ${on}?` } : { device: on };
    return { name, args: isWrong ? {} : args };
  });
const calls = fc.array(plannedCall, { minLength: 1, maxLength: 4 }).chain((made) =>
  fc.constantFrom<"given" | "repeated" | "missing">("given", "repeated", "missing").map(
    (ids): PlanResult => ({
      toolCalls: made.map((each, i) => (ids === "missing" ? each : { ...each, id: ids === "given" ? `c${i}` : "c" })),
    }),
  ),
);
const turn: fc.Arbitrary<PlanResult> = fc.oneof(
  { weight: 6, arbitrary: calls },
  { weight: 1, arbitrary: fc.constant({ await: { items: [{ kind: "clarification", question: "which?" }] } }) },
  {
    weight: 1,
    arbitrary: fc.constant({ await: { items: [{ kind: "external_tools", items: [{ name: "scan", payload: {} }] }] } }),
  },
  { weight: 1, arbitrary: fc.constant({ toolCalls: [{ id: "end", name: "done", args: {} }] }) },
  { weight: 1, arbitrary: fc.constant({ finalResponse: { text: "done" }, notes: [{ text: "easy" }] }) },
  { weight: 1, arbitrary: fc.constant({}) },
);
const usage = fc.option(fc.constant([{ model: "m", inputTokens: 10, outputTokens: 5 }]), { nil: undefined });
const runPolicy: fc.Arbitrary<RunPolicyOptions> = fc.record(
  {
    maxToolCalls: fc.integer({ min: 1, max: 5 }),
    maxConsecutiveFailedToolCalls: fc.integer({ min: 1, max: 3 }),
    history: fc.constantFrom({ keepRecentTurns: 1 }, { compress: { triggerAt: 2, keepRecent: 1 } }),
    budgets: fc.constant({ tokens: 400 }),
    interruptsAllowed: fc.constant(true),
  },
  { requiredKeys: [] },
);
const scenario = fc.record({
  script: fc.array(fc.record({ turn, usage }), { maxLength: 5 }),
  analyst: fc.array(calls, { maxLength: 1 }),
  runPolicy,
  refuses: fc.boolean(),
});
type Scenario = typeof scenario extends fc.Arbitrary<infer T> ? T : never;

const MESSAGES = [
  { role: "user", content: "first" },
  { role: "assistant", content: [{ type: "text", text: "yes?" }] },
  { role: "user", content: "look after my devices" },
] as const;

function open(
  engine: RunEngine,
  { script, analyst, runPolicy: limits }: Scenario,
  options: Pick<DeskOptions, "start" | "effects"> = {},
) {
  const planner = scriptedPlanner(
    ...script.map(({ turn: each, usage: used }) => ({
      ...each,
      ...(used === undefined ? {} : { usage: used }),
    })),
  );
  // The history is summarized by the planner itself, which is asked as on its first turn.
  const summarizes = { finalResponse: { text: "a summary" } };
  const planStart: typeof planner.planStart = async (input, services) =>
    input.run.runId === "history" ? summarizes : planner.planStart(input, services);
  return openDesk(engine, {
    planner: { planStart, planResume: planner.planResume },
    analyst: scriptedPlanner(...analyst),
    runPolicy: limits,
    ...options,
  });
}

interface WrittenLog {
  readonly events: readonly RunEvent[];
  /** How long the log was after each append: what a reader, or whoever comes after a crash, can find. */
  readonly lengths: readonly number[];
}

async function logOf(random: Scenario): Promise<WrittenLog> {
  const engine = createMemoryEngine();
  const lengths = appendLengths(engine.log, "r");
  const { runtime } = open(engine, random);
  try {
    await runtime.sessions.create("s");
    const handle = await runtime.client("desk").start({ sessionId: "s", runId: "r", messages: MESSAGES });
    return { events: await followAndAnswer(runtime, handle.id, () => !random.refuses), lengths };
  } finally {
    await runtime.close();
  }
}

function appendLengths(log: RunLog, runId: string): readonly number[] {
  const lengths = [2];
  const append = log.append.bind(log);
  log.append = async (id, batch) => {
    const outcome = await append(id, batch);
    if (id === runId && outcome.type === "appended") lengths.push(batch.after + batch.events.length);
    return outcome;
  };
  return lengths;
}

const forEveryLog = (numRuns: number, check: (log: WrittenLog) => void) =>
  fc.assert(
    fc.asyncProperty(scenario, async (random) => check(await logOf(random))),
    { numRuns },
  );

test("every run that is driven to its end leaves a legal log with one end", async () => {
  await forEveryLog(150, ({ events }) => {
    expect(checkLog(events)).toBeUndefined();
    expect(events.filter(({ type }) => type === "run_completed")).toHaveLength(1);
  });
});

test("the state depends on the events alone: not on how they are batched, nor on having been stored", async () => {
  await forEveryLog(60, ({ events }) => {
    const whole = fold(events);
    for (let cut = 0; cut <= events.length; cut++) {
      expect(fold(events.slice(cut), fold(events.slice(0, cut)))).toEqual(whole);
    }
    expect(fold(JSON.parse(JSON.stringify(events)))).toEqual(JSON.parse(JSON.stringify(whole)));
  });
});

test("decide has an answer for every prefix, and never asks for what is done", async () => {
  await forEveryLog(150, ({ events, lengths }) => {
    let state: RunState | undefined;
    for (const event of events) {
      state = evolve(state, event);
      const commands = decide(state);
      if (state.outcome !== undefined) expect(commands).toEqual([]);
      else expect(commands.length).toBeGreaterThan(0);
      for (const command of commands) {
        // Events that belong together are appended together: only between appends is there something to follow.
        if (command.type === "record" && !lengths.includes(event.id)) continue;
        expect(problemWith(command, state)).toBeUndefined();
      }
      for (const { callId } of recover(state)) expect(callOf(state, callId)?.status).toBe("started");
    }
  });
});

test("a run whose process died at any append is driven on by the next, legally, to one end, without repeating an effect", async () => {
  await fc.assert(
    fc.asyncProperty(scenario, fc.nat({ max: 20 }), async (random, appends) => {
      const { log } = createMemoryEngine();
      const effects = noEffects();
      const before = await driveUntilDeath(log, random, appends, effects);
      const { runtime } = open({ log, leaseMs: LEASE_MS }, random, { start: START + 2 * LEASE_MS, effects });
      try {
        const events = await followAndAnswer(runtime, "r", () => !random.refuses);
        expect(checkLog(events)).toBeUndefined();
        expect(events.slice(0, before.length)).toEqual(before);
        expect(events.at(-1)?.type).toBe("run_completed");
        expect(new Set(effects.onceKeys).size).toBe(effects.onceKeys.length);
      } finally {
        await runtime.close();
      }
    }),
    { numRuns: 150 },
  );
});

test("any run that has ended replays hermetically from its recording", async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async (random) => {
      const { log } = createMemoryEngine();
      const { runtime, desk, analyst, done } = open({ log, leaseMs: LEASE_MS }, random);
      try {
        await runtime.sessions.create("s");
        await runtime.client("desk").start({ sessionId: "s", runId: "r", messages: MESSAGES });
        await followAndAnswer(runtime, "r", () => !random.refuses);
        const before = [...done];
        const { events } = await replayFixture(await recordFixture(log, "r"), { agent: desk, others: [analyst] });
        expect(checkLog(events)).toBeUndefined();
        expect(fold(events)?.messages).toEqual(fold(await log.read("r"))?.messages);
        expect(done).toEqual(before);
      } finally {
        await runtime.close();
      }
    }),
    { numRuns: 100 },
  );
});

test("a run forked anywhere goes on legally from a part of its source", async () => {
  await fc.assert(
    fc.asyncProperty(scenario, fc.nat(), async (random, position) => {
      const { runtime } = open(createMemoryEngine(), random);
      try {
        await runtime.sessions.create("s");
        await runtime.client("desk").start({ sessionId: "s", runId: "r", messages: MESSAGES });
        const source = await followAndAnswer(runtime, "r", () => !random.refuses);
        const at = 1 + (position % source.length);
        const { id } = await runtime.fork("r", { at });
        const events = await followAndAnswer(runtime, id, () => !random.refuses);
        const [started] = events;
        const point = started?.type === "run_started" ? (started.forkedFrom?.at ?? 0) : 0;
        expect(point).toBeGreaterThan(0);
        expect(point).toBeLessThanOrEqual(at);
        expect(checkLog(events)).toBeUndefined();
        expect(events.slice(0, point).map(({ type }) => type)).toEqual(source.slice(0, point).map(({ type }) => type));
      } finally {
        await runtime.close();
      }
    }),
    { numRuns: 100 },
  );
});

const LEASE_MS = 60_000;

/** What the log has when the process is gone: everything it acknowledged. */
async function driveUntilDeath(log: RunLog, random: Scenario, appends: number, effects: Effects) {
  const death = new AbortController();
  const { runtime } = open({ log: dyingLog(log, appends, death), leaseMs: LEASE_MS }, random, { effects });
  await runtime.sessions.create("s");
  const { id } = await runtime.client("desk").start({ sessionId: "s", runId: "r", messages: MESSAGES });
  await followAndAnswer(runtime, id, () => !random.refuses, death.signal).catch((error) => {
    if (!death.signal.aborted) throw error;
  });
  await runtime.close();
  return log.read("r");
}

/** Forwards so many appends; then nothing more is written, and nobody is told. */
function dyingLog(log: RunLog, appends: number, death: AbortController): RunLog {
  let left = appends;
  const append: RunLog["append"] = async (...batch) => {
    if (left-- > 0) return log.append(...batch);
    death.abort();
    throw new Error("the process is gone");
  };
  const replaced: Partial<RunLog> = { append, [Symbol.asyncDispose]: async () => {} };
  return new Proxy(log, {
    get(target, key: keyof RunLog) {
      const member: unknown = replaced[key] ?? target[key];
      return typeof member === "function" && !(key in replaced) ? member.bind(target) : member;
    },
  });
}

function callOf(state: RunState, callId: string) {
  return state.current?.calls.find((call) => call.callId === callId);
}

/** Why the log says that this is not needed. */
function problemWith(command: Command, state: RunState): string | undefined {
  switch (command.type) {
    case "record": {
      let next = state;
      for (const body of command.events) {
        const { runId, agentId, sessionId } = state;
        const session = sessionId === undefined ? {} : { sessionId };
        const event: RunEvent = { ...body, id: next.lastEventId + 1, v: 1, at: 0, runId, agentId, ...session };
        const problem = checkEvent(next, event);
        if (problem !== undefined) return `${body.type}: ${problem}`;
        next = evolve(next, event);
      }
      return command.events.length === 0 ? "nothing to record" : undefined;
    }
    case "plan":
      if (state.current?.isAnswered === false) return "the turn is not over";
      return command.turn === state.turn + 1 ? undefined : `turn ${command.turn} after ${state.turn}`;
    case "call-tool":
    case "start-child":
      return callOf(state, command.callId)?.status === "scheduled" ? undefined : `${command.callId} is in hand or done`;
    case "compress":
      return command.through > (state.compressed?.through ?? 0) ? undefined : "this history is summarized";
    case "wait":
      return undefined;
  }
}
