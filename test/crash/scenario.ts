/**
 * A run that needs every command once: a history to compress, reading, effects of each kind alone and together, a person
 * to ask, another agent to ask, an answer. Its tools write what they did to a journal, so that effects can be counted.
 */
import type { Planner, PlanResult } from "../../src/run/plan.ts";
import { agentToolset } from "../../src/runtime/agent-toolset.ts";
import { type Agent, defineAgent } from "../../src/runtime/define-agent.ts";
import type { ToolContext } from "../../src/tool/context.ts";
import { defineTool } from "../../src/tool/define-tool.ts";
import type { ToolEffect } from "../../src/tool/spec.ts";
import { toolset } from "../../src/tool/toolset.ts";
import type { Boundary } from "./boundaries.ts";
import { type Journal, readJournal } from "./journal.ts";

/** One line for each time a tool did something. */
export interface Effect {
  readonly key: string;
  readonly tool: string;
  readonly runId: string;
  readonly pid: number;
  /** System-wide, in nanoseconds. */
  readonly from: string;
}

/** One line when a tool has returned. */
export interface Return extends Effect {
  readonly to: string;
}

export interface ScenarioOptions {
  readonly pass: Boundary;
  readonly effects: Journal;
  readonly effectsFile: string;
  /** How long a tool takes. */
  readonly toolMs?: number;
}

/** A history of three turns, of which the run is to keep one. */
export const MESSAGES = [
  { role: "user", content: "first" },
  { role: "assistant", content: [{ type: "text", text: "one" }] },
  { role: "user", content: "second" },
  { role: "assistant", content: [{ type: "text", text: "two" }] },
  { role: "user", content: "go" },
] as const;

export function createAgents(options: ScenarioOptions): Agent[] {
  const tools = toolset("scenario", [
    scenarioTool("look", "read", options),
    scenarioTool("put", "idempotent", options),
    scenarioTool("pay", "once", options),
    scenarioTool("ship", "once", options, { isReconcilable: true }),
    scenarioTool("restart", "once", options, { isReconcilable: true, needsPerson: true }),
  ]);
  const helper = defineAgent({
    id: "helper",
    planner: turns(options.pass, [[call("pay", "inner")], "helped"]),
    toolsets: [tools],
  });
  const ask = defineTool({ name: "ask", description: "Ask the helper", input: ANYTHING, execute: () => null });
  const main = defineAgent({
    id: "main",
    planner: turns(options.pass, [
      [call("look", "c1")],
      [call("pay", "c2")],
      [call("put", "c3"), call("look", "c4"), call("ship", "c5")],
      [call("restart", "c6"), call("put", "c7")],
      [call("ask", "c8")],
      "over",
    ]),
    toolsets: [tools, agentToolset("helpers", { agent: "helper", tools: [ask] })],
    runPolicy: { history: { compress: { triggerAt: 3, keepRecent: 1 } } },
  });
  return [helper, main];
}

const ANYTHING = { type: "object", properties: {} } as const;

function call(name: string, id: string) {
  return { id, name, args: {} };
}

/** By turn and not by count: asked again after a crash, the planner answers the same. */
function turns(pass: Boundary, script: readonly (ReturnType<typeof call>[] | string)[]): Planner {
  const plan = async ({ run }: { run: { runId: string; turn: number } }): Promise<PlanResult> => {
    pass("before plan");
    await undefined;
    pass("after plan");
    if (run.runId === "history") return { finalResponse: { text: "it began" } };
    const turn = script[run.turn - 1] ?? "the script is over";
    return typeof turn === "string" ? { finalResponse: { text: turn } } : { toolCalls: turn };
  };
  return { planStart: plan, planResume: plan };
}

function scenarioTool(
  name: string,
  effect: ToolEffect,
  { pass, effects, effectsFile, toolMs = 0 }: ScenarioOptions,
  { isReconcilable = false, needsPerson = false } = {},
) {
  return defineTool({
    name,
    description: `${name} something`,
    input: ANYTHING,
    effect,
    ...(needsPerson ? { confirmation: { title: `${name}?` } } : {}),
    ...(isReconcilable
      ? { reconcile: (key: string) => (hasHappened(effectsFile, key) ? `${name} done before` : undefined) }
      : {}),
    async execute(_input: unknown, ctx: ToolContext<unknown>) {
      const { key = "", runId = "" } = ctx.call ?? {};
      const line: Effect = { key, tool: name, runId, pid: process.pid, from: String(process.hrtime.bigint()) };
      pass("before effect");
      effects.write(line);
      pass("after effect");
      await new Promise((resolve) => setTimeout(resolve, toolMs));
      effects.write({ ...line, to: String(process.hrtime.bigint()) } satisfies Return);
      pass("before return");
      return `${name} done`;
    },
  });
}

function hasHappened(effectsFile: string, key: string): boolean {
  return readJournal<Effect>(effectsFile).some((effect) => effect.key === key);
}
