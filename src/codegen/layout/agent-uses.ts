/** The toolsets of an agent, sorted by who answers them. */
import type { AgentModel, ToolModel, ToolsetModel, ToolsetUse } from "../../design/index.ts";
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
  readonly answeredBy: "executors" | "agent" | "mcp" | "registry";
  /** The agent that answers, for `agent`. */
  readonly exporter?: AgentModel;
}

export function usesOf(agent: AgentModel, { model }: Layout): readonly AgentUse[] {
  return agent.uses.flatMap((use) => {
    const toolset = model.toolsets.find(({ name }) => name === use.toolset);
    return toolset === undefined ? [] : [describeUse(agent, use, toolset, model.agents)];
  });
}

function describeUse(
  agent: AgentModel,
  use: ToolsetUse,
  toolset: ToolsetModel,
  agents: readonly AgentModel[],
): AgentUse {
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
    // Two agents may choose differently from one toolset; each choice is registered on its own.
    name: chosen === undefined ? whole : `${agent.id}.${toolset.name}`,
    answeredBy: exporter === undefined ? answerer(provider.type) : "agent",
    ...(exporter === undefined ? {} : { exporter }),
  };
}

function answerer(provider: ToolsetModel["provider"]["type"]): AgentUse["answeredBy"] {
  return provider === "mcp" || provider === "registry" ? provider : "executors";
}

/** Tools of another agent's export that go straight to a method. */
export function passthroughTools({ answeredBy, tools }: AgentUse): readonly ToolModel[] {
  return answeredBy === "agent" ? tools.filter(({ passthrough }) => passthrough !== undefined) : [];
}
