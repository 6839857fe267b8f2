/** Everything beside the execution of tools that a design asks of the application, held against what it was given. */
import type { AgentModel, ToolsetModel } from "../../design/model.ts";
import { looseName } from "../../design/names/slug.ts";
import { isPlainObject } from "../../json/is-plain-object.ts";
import type { WireDesignOptions } from "./design-options.ts";
import { entryOf, type Gap, unknownKeys, unknownName } from "./gaps.ts";
import { isDiscovered } from "./remote-connection.ts";

export function findGaps(options: WireDesignOptions): Gap[] {
  return [
    ...options.design.agents.flatMap((agent) => agentGaps(agent, options)),
    ...remoteToolsets(options).flatMap((toolset) => remoteGaps(toolset, options)),
    ...misspelled(options),
    ...idleExecutors(options),
    ...implementationGaps(options),
  ];
}

function agentGaps({ id, runPolicy }: AgentModel, { planners, historyModels, models }: WireDesignOptions): Gap[] {
  const gaps: Gap[] = [];
  if (entryOf(planners, id) === undefined) {
    const message = `the agent "${id}" has no planner; pass planners: { "${id}": … }`;
    gaps.push({ option: "planners", id, message });
  }
  const { history } = runPolicy;
  if (history === undefined || !("compress" in history)) return gaps;
  const gap = (message: string) => gaps.push({ option: "historyModels", id, message });
  const model = entryOf(historyModels, id);
  if (model === undefined) {
    gap(`the agent "${id}" compresses its history; pass historyModels: { "${id}": "…" }, the id of a model`);
  } else if (models !== undefined && entryOf(models, model) === undefined) {
    gap(`the history of the agent "${id}" is summarized by the model "${model}"; pass it in models`);
  }
  return gaps;
}

/** Those whose tools are called from here, and those that have to be asked what their tools are. */
function remoteToolsets({ design: { agents, toolsets } }: WireDesignOptions): readonly ToolsetModel[] {
  const uses = agents.flatMap((agent) => agent.uses);
  return toolsets.filter((toolset) =>
    uses.some((use) => use.toolset === toolset.name && (use.agent === undefined || isDiscovered(toolset))),
  );
}

function remoteGaps({ name, provider }: ToolsetModel, { mcpCallers, registries }: WireDesignOptions): Gap[] {
  if (provider.type === "mcp") {
    const caller = entryOf(mcpCallers, name);
    if (caller === undefined) {
      const message = `the toolset "${name}" is served by MCP; pass mcpCallers: { "${name}": … }`;
      return [{ option: "mcpCallers", id: name, message }];
    }
    if (provider.schemas !== "discovered" || caller.listTools !== undefined) return [];
    const message = `only its server knows the tools of "${name}"; give mcpCallers["${name}"] a listTools(toolset)`;
    return [{ option: "mcpCallers", id: name, message }];
  }
  if (provider.type !== "registry" || entryOf(registries, provider.registry) !== undefined) return [];
  const { registry } = provider;
  const message = `the toolset "${name}" comes from the registry "${registry}"; pass registries: { "${registry}": … }`;
  return [{ option: "registries", id: registry, message }];
}

function misspelled(options: WireDesignOptions): Gap[] {
  const { design, planners, historyModels, executors, agentToolsets, mcpCallers, registries } = options;
  const agents = design.agents.map(({ id }) => id);
  const tools = design.toolsets.flatMap((toolset) => toolset.tools.map(({ id }) => id));
  const toolsets = design.toolsets.map(({ name }) => name);
  const registryNames = design.registries.map(({ name }) => name);
  return [
    ...unknownKeys("planners", planners, agents, "agent"),
    ...unknownKeys("historyModels", historyModels, agents, "agent"),
    ...unknownKeys("executors", executors, tools, "tool"),
    ...unknownKeys("agentToolsets", agentToolsets, toolsets, "toolset"),
    ...unknownKeys("mcpCallers", mcpCallers, toolsets, "toolset"),
    ...unknownKeys("registries", registries, registryNames, "registry"),
  ];
}

/** Executors of tools whose calls never come here. */
function idleExecutors({ design, executors = {} }: WireDesignOptions): Gap[] {
  return design.toolsets.flatMap(({ provider, tools }): Gap[] => {
    if (provider.type === "local" || provider.type === "registry") return [];
    const who = provider.type === "agent" ? `the agent "${provider.agent}"` : "its MCP server";
    return tools
      .filter(({ id, passthrough }) => Object.hasOwn(executors, id) && passthrough === undefined)
      .map(({ id }) => ({ option: "executors", id, message: `executors has "${id}", but calls of it go to ${who}` }));
  });
}

/** Objects of classes may have members that are nobody's methods; what is written out as an object may not. */
function implementationGaps({ design, services = [] }: WireDesignOptions): Gap[] {
  const names = design.services.map(({ name }) => name);
  return services.flatMap(({ service, methods }): Gap[] => {
    const model = design.services.find(({ name }) => name === service);
    if (model === undefined) {
      return [{ option: "services", id: service, message: unknownName("service", service, names) }];
    }
    const known = new Set(model.methods.map(({ name }) => looseName(name)));
    const members = isPlainObject(methods) ? Object.keys(methods) : [];
    return members
      .filter((member) => !known.has(looseName(member)))
      .map((member) => ({
        option: "services",
        id: `${service}.${member}`,
        message: unknownName(
          "method",
          `${service}.${member}`,
          model.methods.map(({ name }) => `${service}.${name}`),
        ),
      }));
  });
}
