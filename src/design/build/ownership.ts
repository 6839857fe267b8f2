/**
 * Whose code a toolset is: that of the service whose MCP server offers it, else of the agent that exports it, else of
 * the service that does, else of the service of an agent that uses it; of several, the first in the order of names.
 */
import type { Evaluation } from "../evaluation/evaluation.ts";
import type { AgentExpression } from "../expressions/agent-expression.ts";
import type { ServiceExpression } from "../expressions/service-expression.ts";
import type { ToolsetExpression } from "../expressions/toolset-expression.ts";
import type { ToolsetOwner } from "../model/toolset-model.ts";
import { findLoosely } from "../names/find-loosely.ts";
import type { ResolvedExport, ResolvedUse } from "./toolset-uses.ts";

export class Ownership {
  readonly #evaluation: Evaluation;
  readonly #agents = new Map<ToolsetExpression, AgentExpression[]>();
  readonly #services = new Map<ToolsetExpression, ServiceExpression[]>();
  readonly #users = new Map<ToolsetExpression, AgentExpression[]>();

  constructor(evaluation: Evaluation) {
    this.#evaluation = evaluation;
  }

  addAgent(agent: AgentExpression, uses: readonly ResolvedUse[], exports: readonly ResolvedExport[]): void {
    for (const { toolset } of uses) add(this.#users, toolset, agent);
    for (const { toolset } of exports) add(this.#agents, toolset, agent);
  }

  addService(service: ServiceExpression, exports: readonly ResolvedExport[]): void {
    for (const { toolset } of exports) add(this.#services, toolset, service);
  }

  ownerOf(toolset: ToolsetExpression): ToolsetOwner | undefined {
    const server = this.serverOf(toolset);
    if (server !== undefined) return { type: "service", service: server.name };
    const agent = first(this.#agents.get(toolset), ({ service, name }) => `${service.name} ${name}`);
    if (agent !== undefined) return { type: "agent", service: agent.service.name, agent: agent.name };
    const service = first(this.#services.get(toolset), ({ name }) => name);
    const user = first(this.#users.get(toolset), ({ service, name }) => `${service.name} ${name}`);
    const owner = service ?? user?.service;
    return owner && { type: "service", service: owner.name };
  }

  /** The name it is registered under: the bare one when an agent exports it or an MCP server offers it. */
  routingIdOf(toolset: ToolsetExpression): string {
    const owner = this.ownerOf(toolset);
    const isBare = owner?.type !== "service" || toolset.provider?.kind === "mcpProvider";
    return isBare ? toolset.name : `${owner.service}.${toolset.name}`;
  }

  /** The service of this design whose MCP server offers the toolset. */
  serverOf({ provider }: ToolsetExpression): ServiceExpression | undefined {
    if (provider?.kind !== "mcpProvider") return undefined;
    const servers = this.#evaluation.reached.services.filter(({ mcp }) => mcp !== undefined);
    return findLoosely(servers, provider.service);
  }
}

function add<T>(map: Map<ToolsetExpression, T[]>, toolset: ToolsetExpression, owner: T): void {
  map.set(toolset, [...(map.get(toolset) ?? []), owner]);
}

function first<T>(things: readonly T[] | undefined, nameOf: (thing: T) => string): T | undefined {
  return [...(things ?? [])].sort((left, right) => (nameOf(left) < nameOf(right) ? -1 : 1))[0];
}
