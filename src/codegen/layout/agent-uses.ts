/** The toolsets of an agent, sorted by who answers them. */
import type { AgentModel, ToolModel, ToolsetModel, ToolsetUse } from "../../design/index.ts";
import { uniqueNames } from "../names/unique-names.ts";
import { camelCase } from "../names/words.ts";
import type { Layout } from "./layout.ts";

export interface AgentUse {
  readonly toolset: ToolsetModel;
  /** The tools that the agent may call: all of the toolset's, or those the design chose. */
  readonly tools: readonly ToolModel[];
  readonly isSubset: boolean;
  /** The ids that the design chose, also of tools that only the provider knows. */
  readonly chosen?: readonly string[];
  /** The name it is registered under. */
  readonly name: string;
  /** What code of this agent calls it; no other toolset of the agent is called so. */
  readonly alias: string;
  readonly answeredBy: "executors" | "agent" | "mcp" | "registry";
  /** The agent that answers, for `agent`. */
  readonly exporter?: AgentModel;
}

export function usesOf(agent: AgentModel, { model }: Layout): readonly AgentUse[] {
  const aliases = uniqueNames(
    agent.uses.map(({ toolset }) => toolset),
    camelCase,
  );
  return agent.uses.flatMap((use) => {
    const toolset = model.toolsets.find(({ name }) => name === use.toolset);
    if (toolset === undefined) return [];
    return [{ ...describeUse(agent, use, toolset, model.agents), alias: aliases.get(use.toolset) ?? "" }];
  });
}

function describeUse(
  agent: AgentModel,
  use: ToolsetUse,
  toolset: ToolsetModel,
  agents: readonly AgentModel[],
): Omit<AgentUse, "alias"> {
  const { provider } = toolset;
  const exporterId = use.agent ?? (provider.type === "agent" ? provider.agent : undefined);
  const exporter = agents.find(({ id }) => id === exporterId);
  const chosen = use.tools;
  const whole = exporter === undefined ? toolset.routingId : toolset.name;
  return {
    toolset,
    tools: chosen === undefined ? toolset.tools : toolset.tools.filter(({ id }) => chosen.includes(id)),
    isSubset: chosen !== undefined,
    ...(chosen === undefined ? {} : { chosen }),
    // Two agents may choose differently from one toolset; each choice is registered on its own. No name of a design
    // holds a slash, so no toolset is called so.
    name: chosen === undefined ? whole : `${agent.id}/${toolset.name}`,
    answeredBy: exporter === undefined ? answerer(provider.type) : "agent",
    ...(exporter === undefined ? {} : { exporter }),
  };
}

function answerer(provider: ToolsetModel["provider"]["type"]): AgentUse["answeredBy"] {
  return provider === "mcp" || provider === "registry" ? provider : "executors";
}

/** The name under which the tools that go straight to a method are registered. */
export function passthroughName({ name }: AgentUse): string {
  return `${name}/passthrough`;
}

/** Tools of another agent's export that go straight to a method. */
export function passthroughTools({ answeredBy, tools }: AgentUse): readonly ToolModel[] {
  return answeredBy === "agent" ? tools.filter(({ passthrough }) => passthrough !== undefined) : [];
}
