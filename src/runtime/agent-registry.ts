/** What a runtime has to work with, by id: its models, its toolsets, and its agents with both joined to them. */
import type { LanguageModelV4 } from "@ai-sdk/provider";
import { didYouMean } from "../errors/did-you-mean.ts";
import { KigumiError } from "../errors/kigumi-error.ts";
import { bindPlanner, isBindable } from "../model/planner-binding.ts";
import type { CompressCommand } from "../run/command.ts";
import type { Planner } from "../run/plan.ts";
import type { Clock } from "../tool/clock.ts";
import type { Toolset } from "../tool/toolset.ts";
import type { AgentToolset } from "./agent-toolset.ts";
import type { Agent } from "./define-agent.ts";
import { summarizer } from "./summarizer.ts";
import { type CatalogOverrides, createToolCatalog, type ToolCatalog } from "./tool-catalog.ts";

export interface RegisteredAgent {
  readonly agent: Agent;
  readonly planner: Planner;
  /** The planner, asking another model than its own. Throws when there is none under this id. */
  withModel(modelId: string): Planner;
  readonly catalog: ToolCatalog;
  summarize(command: CompressCommand, signal: AbortSignal): Promise<string>;
}

export interface AgentRegistryOptions extends CatalogOverrides {
  readonly clock: Clock;
  readonly models?: Readonly<Record<string, LanguageModelV4>> | undefined;
}

export class AgentRegistry {
  readonly #options: AgentRegistryOptions;
  readonly #agents = new Map<string, RegisteredAgent>();
  readonly #models: Map<string, LanguageModelV4>;
  readonly #toolsets = new Map<string, Toolset | AgentToolset>();

  constructor(options: AgentRegistryOptions) {
    this.#options = options;
    this.#models = new Map(Object.entries(options.models ?? {}));
  }

  get ids(): readonly string[] {
    return [...this.#agents.keys()];
  }

  addModel(id: string, model: LanguageModelV4): void {
    this.#models.set(id, model);
  }

  addToolset(toolset: Toolset | AgentToolset): void {
    const { name } = toolset;
    // Agents that named it before have the first, and those that come later would get the second.
    if ((this.#toolsets.get(name) ?? toolset) !== toolset) {
      throw new KigumiError({
        code: "duplicate_toolset",
        message: `another toolset is already registered under "${name}"; give one of the two another name`,
      });
    }
    this.#toolsets.set(name, toolset);
  }

  add(agent: Agent): void {
    const { id, cache, planner: unbound } = agent;
    if (this.#agents.has(id)) {
      throw new KigumiError({ code: "duplicate_agent", message: `an agent is already registered under "${id}"` });
    }
    const binding = { resolveModel: (modelId: string) => this.#model(modelId), clock: this.#options.clock, cache };
    const toolsets = agent.toolsets.map((each) => (typeof each === "string" ? this.#toolset(each, id) : each));
    const planner = bindPlanner(unbound, binding);
    this.#agents.set(id, {
      agent,
      planner,
      withModel: (modelId) => bindPlanner(unbound, { ...binding, model: this.#model(modelId) }),
      catalog: createToolCatalog(id, toolsets, this.#options),
      summarize: summarizer(planner, agent, (modelId) => this.#model(modelId)),
    });
  }

  has(id: string): boolean {
    return this.#agents.has(id);
  }

  /** Throws when there is none under this id. */
  get(id: string): RegisteredAgent {
    const registered = this.#agents.get(id);
    if (registered !== undefined) return registered;
    const meant = didYouMean(id, this.#agents.keys());
    const hint = meant === undefined ? this.#known() : `did you mean "${meant}"?`;
    throw new KigumiError({ code: "agent_not_found", message: `no agent is registered under "${id}"; ${hint}` });
  }

  /** Throws unless the agent's planner can ask this model. */
  assertModel(agent: Agent, modelId: string): void {
    this.#model(modelId);
    if (isBindable(agent.planner)) return;
    throw new KigumiError({
      code: "planner_has_no_model",
      message: `the planner of agent "${agent.id}" takes no model; fork with another agent instead`,
    });
  }

  #known(): string {
    return this.ids.length === 0 ? "call registerAgent first" : `registered are ${this.ids.join(", ")}`;
  }

  #toolset(name: string, agentId: string): Toolset | AgentToolset {
    const toolset = this.#toolsets.get(name);
    if (toolset !== undefined) return toolset;
    const meant = didYouMean(name, this.#toolsets.keys());
    const hint = meant === undefined ? "call registerToolset before registerAgent" : `did you mean "${meant}"?`;
    throw new KigumiError({
      code: "toolset_not_found",
      message: `agent "${agentId}" names the toolset "${name}", and none is registered under it; ${hint}`,
    });
  }

  #model(id: string): LanguageModelV4 {
    const model = this.#models.get(id);
    if (model !== undefined) return model;
    throw new KigumiError({
      code: "model_not_found",
      message: `no model is registered under "${id}"; call registerModel("${id}", …) first`,
    });
  }
}
