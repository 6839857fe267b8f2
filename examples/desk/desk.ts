/**
 * An operations desk: an agent that searches the handbook, lists devices, charts what they report, restarts them when a
 * person approves, and asks an analyst, which is an agent of its own. `register` brings it to any runtime, which makes
 * this module an app for the command line: `kigumi chat --app examples/desk/desk.ts`.
 */
import { join } from "node:path";
import {
  agentToolset,
  createRuntime,
  createSqliteEngine,
  defineAgent,
  defineTool,
  modelPlanner,
  type Runtime,
} from "kigumi";
import type { App, AppContext } from "kigumi/cli";
import { z } from "zod";
import { chooseModel } from "./choose-model.ts";
import { devices } from "./device-tools.ts";
import { docs } from "./docs-tools.ts";
import { metrics } from "./metric-tools.ts";
import { opsToolset } from "./ops-tools.ts";
import { createRestartJournal } from "./restart-journal.ts";

const RESTART_MS = 3_000;
const INSTRUCTIONS =
  "You run the operations desk. Use your tools at once; where a person has to approve, they are asked for you. Be brief.";

export interface DeskOptions extends AppContext {
  readonly restartMs?: number;
}

const askAnalyst = defineTool({
  name: "analyst.ask",
  description: "Ask the analyst, who looks into metrics and documents and reports back",
  tags: ["read"],
  input: z.object({ question: z.string().describe("What to find out") }),
  hints: { call: "ask the analyst: {{ .question }}" },
  // Answered by a run of the agent below, so this is never called.
  execute: () => null,
});

const analyst = agentToolset("analyst", {
  agent: "desk.analyst",
  tools: [askAnalyst],
  prompts: { "analyst.ask": "Show the metrics behind this question: {{ .question }}" },
});

export async function register(runtime: Runtime, { dataDir, restartMs = RESTART_MS }: DeskOptions): Promise<App> {
  const { model, notice } = await chooseModel(process.env);
  runtime.registerModel("default", model);
  const ops = opsToolset({ journal: createRestartJournal(restartJournalIn(dataDir)), restartMs });
  runtime.registerAgent(
    defineAgent({
      id: "desk.analyst",
      description: "Looks into metrics and documents",
      planner: modelPlanner({
        model: "default",
        instructions:
          "You are the analyst of an operations desk. Look at what there is and report it in two sentences.",
      }),
      toolsets: [metrics, devices, docs],
      runPolicy: { maxToolCalls: 6, timeBudget: "1m" },
    }),
  );
  runtime.registerAgent(
    defineAgent({
      id: "desk.chat",
      description: "The operations desk",
      planner: modelPlanner({ model: "default", instructions: INSTRUCTIONS }),
      toolsets: [docs, devices, metrics, ops, analyst],
      runPolicy: { maxToolCalls: 8, maxConsecutiveFailedToolCalls: 3, timeBudget: "2m", interruptsAllowed: true },
    }),
  );
  return { agents: ["desk.chat", "desk.analyst"], notice };
}

export interface CreateDeskOptions extends DeskOptions {
  /** How long the runs of a killed process stay claimed. */
  readonly leaseMs?: number;
}

/** A runtime with the desk on it, its runs in one file of the folder. */
export async function createDesk({ dataDir, leaseMs = 15_000, ...options }: CreateDeskOptions): Promise<Runtime> {
  const runtime = createRuntime({ engine: createSqliteEngine({ file: storeIn(dataDir), leaseMs }) });
  await register(runtime, { dataDir, ...options });
  return runtime;
}

export function storeIn(dataDir: string): string {
  return join(dataDir, "kigumi.db");
}

export function restartJournalIn(dataDir: string): string {
  return join(dataDir, "restarts.jsonl");
}
