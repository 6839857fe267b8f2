/**
 * The agents of a design, joined with what the application provides: nothing is left for a run to find missing.
 * `createRuntime({ design })` registers them; a runtime that is there already is given them one by one.
 */
import type { AgentModel } from "../../design/model.ts";
import { type Agent, defineAgent } from "../define-agent.ts";
import type { WireDesignOptions } from "./design-options.ts";
import { DesignToolsets } from "./design-toolsets.ts";
import { findGaps } from "./find-gaps.ts";
import { assertNoGaps, entryOf } from "./gaps.ts";
import { resolveExecutions } from "./tool-executions.ts";

export async function wireDesign(options: WireDesignOptions): Promise<readonly Agent[]> {
  const { executions, gaps } = resolveExecutions(options);
  assertNoGaps([...findGaps(options), ...gaps]);
  const toolsets = new DesignToolsets(options, executions);
  return Promise.all(options.design.agents.map((agent) => wireAgent(agent, options, toolsets)));
}

async function wireAgent(
  { id, description, uses, runPolicy }: AgentModel,
  { planners, historyModels }: WireDesignOptions,
  toolsets: DesignToolsets,
): Promise<Agent> {
  const planner = entryOf(planners, id);
  if (planner === undefined) throw new Error(`agent ${id} has no planner`);
  const historyModel = entryOf(historyModels, id);
  const used = await Promise.all(uses.map((use) => toolsets.of(use)));
  return defineAgent({
    id,
    description,
    planner,
    toolsets: used.flat(),
    runPolicy,
    ...(historyModel === undefined ? {} : { historyModel }),
  });
}
