/** An operations desk for tests of whole runs: every kind of tool, an agent as a tool, and people who answer. */
import { z } from "zod";
import type { RunEngine } from "../../src/engine/engine.ts";
import { KigumiError } from "../../src/errors/kigumi-error.ts";
import type { RunEvent } from "../../src/run/event.ts";
import type { Planner } from "../../src/run/plan.ts";
import { agentToolset } from "../../src/runtime/agent-toolset.ts";
import { type Agent, defineAgent, type RunPolicyOptions } from "../../src/runtime/define-agent.ts";
import { createRuntime, type Runtime, type RuntimeOptions } from "../../src/runtime/runtime.ts";
import { createTestClock, type TestClock } from "../../src/testing/index.ts";
import type { ToolContext } from "../../src/tool/context.ts";
import { defineTool } from "../../src/tool/define-tool.ts";
import { toolset } from "../../src/tool/toolset.ts";
import { final, scriptedPlanner } from "../conformance/scripted-planner.ts";

export const START = Date.UTC(2026, 0, 1);

/** What the tools of the desk really did. */
export interface Effects {
  readonly done: string[];
  /** The keys of the calls that may run once, each time one ran. */
  readonly onceKeys: string[];
}

export const noEffects = (): Effects => ({ done: [], onceKeys: [] });

export function deskTools(effects: Effects) {
  const did = (what: string) => {
    effects.done.push(what);
    return what;
  };
  const didOnce = (what: string, { call }: ToolContext<unknown>) => {
    effects.onceKeys.push(call?.key ?? "");
    return did(what);
  };
  const device = z.object({ device: z.string() });
  return toolset("desk", [
    defineTool({
      name: "look",
      description: "Look at a device",
      effect: "read",
      input: device,
      execute: ({ device: name }) => did(`${name} is up`),
    }),
    defineTool({
      name: "label",
      description: "Label a device",
      effect: "idempotent",
      input: device,
      execute: ({ device: name }) => did(`${name} labelled`),
    }),
    defineTool({
      name: "reboot",
      description: "Reboot a device",
      effect: "once",
      input: device,
      execute: ({ device: name }, ctx) => didOnce(`${name} rebooted`, ctx),
    }),
    defineTool({
      name: "wipe",
      description: "Wipe a device",
      effect: "once",
      input: device,
      confirmation: { title: "Wipe?", promptTemplate: "Wipe {{ .device }}?", expiresIn: "1h" },
      execute: ({ device: name }, ctx) => didOnce(`${name} wiped`, ctx),
    }),
    defineTool({
      name: "fail",
      description: "Fail",
      input: device,
      execute: ({ device: name }) => {
        throw new Error(`${name} does not answer`);
      },
    }),
    defineTool({ name: "done", description: "End", terminal: true, input: z.object({}), execute: () => "over" }),
  ]);
}

const askAnalyst = defineTool({
  name: "ask_analyst",
  description: "Ask the analyst",
  input: z.object({ question: z.string() }),
  execute: () => null,
});

export interface DeskOptions {
  readonly planner: Planner;
  readonly analyst?: Planner;
  readonly runPolicy?: RunPolicyOptions;
  /** When its clock begins. */
  readonly start?: number;
  /** Where its tools leave their traces. */
  readonly effects?: Effects;
}

export interface DeskAgents {
  readonly desk: Agent;
  readonly analyst: Agent;
}

export function deskAgents({ planner, analyst, runPolicy }: DeskOptions, effects: Effects): DeskAgents {
  const tools = deskTools(effects);
  return {
    desk: defineAgent({
      id: "desk",
      planner,
      toolsets: [tools, agentToolset("analysts", { agent: "analyst", tools: [askAnalyst] })],
      ...(runPolicy === undefined ? {} : { runPolicy }),
    }),
    analyst: defineAgent({
      id: "analyst",
      planner: analyst ?? scriptedPlanner(final("all is well")),
      toolsets: [tools],
    }),
  };
}

export interface Desk extends DeskAgents, Effects {
  readonly runtime: Runtime;
  readonly clock: TestClock;
}

/** A desk that is open: close its runtime when you are done. */
export function openDesk(engine: RunEngine, options: DeskOptions, runtimeOptions: Partial<RuntimeOptions> = {}): Desk {
  const { effects = noEffects() } = options;
  const clock = createTestClock(options.start ?? START);
  const runtime = createRuntime({ engine, clock, ...runtimeOptions });
  const agents = deskAgents(options, effects);
  runtime.registerAgent(agents.analyst);
  runtime.registerAgent(agents.desk);
  return { runtime, clock, ...agents, ...effects };
}

/** Follows a run to its end and answers whatever it asks, also on behalf of the runs below it. */
export async function followAndAnswer(
  runtime: Runtime,
  runId: string,
  approves: (callId: string) => boolean = () => true,
  signal?: AbortSignal,
): Promise<readonly RunEvent[]> {
  const events: RunEvent[] = [];
  const below: Promise<unknown>[] = [];
  for await (const event of runtime.handle(runId).events(signal === undefined ? {} : { signal })) {
    events.push(event);
    if (event.type === "child_run_linked") {
      const child = followAndAnswer(runtime, event.childRunId, approves, signal);
      // Awaited at the end, unless this run is given up before.
      child.catch(() => {});
      below.push(child);
    }
    await answer(runtime, event, approves).catch(unlessAnswered);
  }
  await Promise.all(below);
  return events;
}

async function answer(runtime: Runtime, event: RunEvent, approves: (callId: string) => boolean): Promise<void> {
  const { runId } = event;
  switch (event.type) {
    case "await_confirmation":
      return runtime.provideConfirmation({
        runId,
        id: event.awaitId,
        approved: approves(event.callId),
        requestedBy: "ana",
      });
    case "await_clarification":
      return runtime.provideClarification({ runId, id: event.awaitId, answer: "web-1, of course" });
    case "await_external_tools": {
      const outcome = { type: "success", content: "scanned" } as const;
      const results = event.items.map(({ callId }) => ({ callId, outcome }));
      return runtime.provideToolResults({ runId, id: event.awaitId, results });
    }
    default:
  }
}

/** A log that is read from the start tells of questions that have been answered since. */
function unlessAnswered(error: unknown): void {
  if (!KigumiError.isInstance(error) || error.code !== "not_awaited") throw error;
}
