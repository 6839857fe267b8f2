/** What the conformance suite starts runs with, and how it looks at them. */
import { test } from "vitest";
import { z } from "zod";
import type { RunEngine } from "../../src/engine/engine.ts";
import type { RunEvent } from "../../src/run/event.ts";
import { type AgentOptions, defineAgent } from "../../src/runtime/define-agent.ts";
import { createRuntime, type Runtime, type RuntimeOptions } from "../../src/runtime/runtime.ts";
import type { StartOptions } from "../../src/runtime/start-run.ts";
import { defineTool } from "../../src/tool/define-tool.ts";
import { toolset } from "../../src/tool/toolset.ts";
import { type PlannerTurn, scriptedPlanner } from "./scripted-planner.ts";

const add = defineTool({
  name: "add",
  description: "Add",
  tags: ["math"],
  effect: "read",
  input: z.object({ a: z.number(), b: z.number() }),
  execute: ({ a, b }) => a + b,
});
const restart = defineTool({
  name: "restart",
  description: "Restart a device",
  tags: ["ops"],
  input: z.object({ device_id: z.string() }),
  confirmation: {
    title: "Restart?",
    promptTemplate: "Restart {{ .device_id }}?",
    deniedResultTemplate: '{"restarted":false}',
  },
  execute: ({ device_id }) => `${device_id} restarted`,
});
const fails = defineTool({
  name: "fails",
  description: "Fail",
  input: z.object({}),
  execute: () => {
    throw new Error("no luck");
  },
});
const finish = defineTool({
  name: "finish",
  description: "End the run",
  input: z.object({}),
  terminal: true,
  execute: () => "over",
});
export const tools = toolset("all", [add, restart, fails, finish]);

export const user = (content: string) => [{ role: "user", content } as const];

/** Declares one case: a run is started, looked at, and its runtime closed whatever happens. */
export type Check = (name: string, body: (start: Start) => Promise<void>) => void;

export function checkOn(engineName: string, createEngine: () => RunEngine): Check {
  return (name, body) =>
    test(`${engineName}: ${name}`, async () => {
      const open: Runtime[] = [];
      try {
        await body((script, options = {}) => startWith(open, createEngine, script, options));
      } finally {
        for (const runtime of open) await runtime.close();
      }
    });
}

export interface Started {
  readonly id: string;
  readonly runtime: Runtime;
  readonly handle: ReturnType<Runtime["handle"]>;
  readonly asked: ReturnType<typeof scriptedPlanner>["asked"];
}

export interface StartSettings {
  agent?: Partial<AgentOptions>;
  runtime?: Partial<RuntimeOptions>;
  others?: ReturnType<typeof defineAgent>[];
  start?: Partial<StartOptions>;
  /** Before anything is registered. */
  prepare?: (runtime: Runtime) => void;
}

export type Start = (script: PlannerTurn[], options?: StartSettings) => Promise<Started>;

async function startWith(
  open: Runtime[],
  createEngine: () => RunEngine,
  script: PlannerTurn[],
  options: StartSettings,
): Promise<Started> {
  const runtime = createRuntime({ engine: createEngine(), ...options.runtime });
  open.push(runtime);
  options.prepare?.(runtime);
  const planner = scriptedPlanner(...script);
  for (const other of options.others ?? []) runtime.registerAgent(other);
  runtime.registerAgent(defineAgent({ id: "desk.chat", planner, toolsets: [tools], ...options.agent }));
  await runtime.sessions.create("s1");
  const handle = await runtime.client("desk.chat").start({ sessionId: "s1", messages: user("go"), ...options.start });
  return { id: handle.id, runtime, handle, asked: planner.asked };
}

export async function ended(run: Started) {
  const events: RunEvent[] = [];
  for await (const event of run.handle.events()) events.push(event);
  return { events, types: events.map(label), output: await run.handle.result(), asked: run.asked };
}

export async function reached(run: Started, type: RunEvent["type"]): Promise<RunEvent> {
  for await (const event of run.handle.events()) if (event.type === type) return event;
  throw new Error(`the run ended without ${type}`);
}

/** The requests at the root, once there is one. */
export async function approvalsOf(run: Started) {
  for (;;) {
    const pending = await run.runtime.approvals({ runId: run.id });
    if (pending.length > 0) return pending;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

export function label(event: RunEvent): string {
  const { phase, reason, status, callId } = event as {
    phase?: string;
    reason?: string;
    status?: string;
    callId?: string;
  };
  const detail = event.type === "finalization_started" ? undefined : (phase ?? status ?? callId ?? reason);
  return detail === undefined ? event.type : `${event.type} ${detail}`;
}
