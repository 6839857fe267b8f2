import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createMemoryEngine } from "../engine/create-memory-engine.ts";
import type { LoggedEvent } from "../engine/run-log.ts";
import type { Planner } from "../run/plan.ts";
import { NoOpTracer } from "../trace/no-op-tracer.ts";
import type { Span } from "../trace/span.ts";
import type { Tracer } from "../trace/tracer.ts";
import { defineAgent } from "./define-agent.ts";
import { createRuntime, type Runtime } from "./runtime.ts";

const answer = async () => ({ finalResponse: { text: "done" } });
const planner: Planner = { planStart: answer, planResume: answer };
const messages = [{ role: "user", content: "go" }] as const;

test("a subscriber sees the events of every run as they are appended, each once", async () => {
  await using runtime = createRuntime({ engine: createMemoryEngine() });
  runtime.registerAgent(defineAgent({ id: "a", planner }));
  const seen: LoggedEvent[] = [];
  const subscriber = (async () => {
    for await (const logged of runtime.events()) {
      seen.push(logged);
      if (seen.filter(({ event }) => event.type === "run_completed").length === 3) return;
    }
  })();
  const runs = await Promise.all([1, 2, 3].map(() => runtime.client("a").oneShot({ messages })));
  await subscriber;
  expect(seen.map(({ position }) => position)).toEqual(seen.map((_, index) => index + 1));
  for (const { runId } of runs) {
    const own = seen.filter(({ event }) => event.runId === runId).map(({ event }) => event);
    expect(own).toEqual(await runtime.runs.read(runId));
  }
});

test("a subscriber that kept its position catches up with what happened while it was away", async () => {
  const dir = await mkdtemp(join(tmpdir(), "kigumi-events-"));
  try {
    const open = () => {
      const runtime = createRuntime({ store: join(dir, "kigumi.db") });
      runtime.registerAgent(defineAgent({ id: "a", planner }));
      return runtime;
    };
    let position = 0;
    const missed = async (runtime: Runtime) => {
      const types: string[] = [];
      for await (const logged of runtime.events({ after: position, isLive: false })) {
        types.push(`${logged.event.runId} ${logged.event.type}`);
        position = logged.position;
      }
      return types;
    };
    {
      await using runtime = open();
      await runtime.client("a").oneShot({ runId: "r1", messages });
      expect((await missed(runtime)).at(-1)).toBe("r1 run_completed");
    }
    {
      await using runtime = open();
      await runtime.client("a").oneShot({ runId: "r2", messages });
    }
    await using runtime = open();
    const types = await missed(runtime);
    expect(types[0]).toBe("r2 run_started");
    expect(types.at(-1)).toBe("r2 run_completed");
    expect(await missed(runtime)).toEqual([]);
  } finally {
    await rm(dir, { recursive: true });
  }
});

test("tracers are told of every span of a run, and one that fails stops nothing", async () => {
  const told: string[] = [];
  const complaints: unknown[] = [];
  const tracer: Tracer = Object.assign(new NoOpTracer(), {
    onSpanEnd: async ({ spanData }: Span) => void told.push(spanData.type),
    forceFlush: async () => void told.push("flushed"),
  });
  const failing: Tracer = Object.assign(new NoOpTracer(), { onSpanStart: () => Promise.reject(new Error("no luck")) });
  const logger = {
    debug() {},
    info() {},
    warn() {},
    error: (_text: string, data: unknown) => void complaints.push(data),
  };
  {
    await using runtime = createRuntime({ engine: createMemoryEngine(), tracers: [tracer, failing], logger });
    runtime.registerAgent(defineAgent({ id: "a", planner }));
    expect(await runtime.client("a").oneShot({ messages })).toMatchObject({ status: "completed" });
  }
  expect(told).toEqual(["generation", "agent", "flushed"]);
  expect(complaints).toContainEqual({ error: "no luck" });
});
