/** Who uses and exports which toolset, with the tools that were selected. */
import type { AgentExpression, ExportExpression, UseExpression } from "../expressions/agent-expression.ts";
import type { ServiceExpression } from "../expressions/service-expression.ts";
import type { ToolsetExpression } from "../expressions/toolset-expression.ts";
import type { ToolsetModel } from "../model/toolset-model.ts";
import { suggestName } from "../names/suggest-name.ts";
import type { Place } from "../problem.ts";
import type { BuildContext } from "./build-context.ts";

export interface ResolvedUse extends Place {
  readonly toolset: ToolsetExpression;
  readonly use: UseExpression;
  /** Who answers, when the toolset is used as another agent's export. */
  readonly agent: AgentExpression | undefined;
  /** What that agent exports of it, when it is not everything. */
  readonly offered: readonly string[] | undefined;
}

export function resolveUses(agent: AgentExpression, { directory, evaluation }: BuildContext): ResolvedUse[] {
  const taken = new Set<ToolsetExpression>();
  return agent.uses.flatMap((use) => {
    const { target, site, path } = use;
    const toolset = directory.toolset(target, use);
    if (toolset === undefined) return [];
    if (taken.has(toolset)) {
      const message = `the agent "${agent.name}" uses the toolset "${toolset.name}" twice`;
      evaluation.report({ code: "declared_twice", message, hint: "Name all its tools in one Use." }, use);
      return [];
    }
    taken.add(toolset);
    const isAgents = target.type === "reference" && target.reference.kind === "agentToolset";
    const resolved = isAgents ? directory.agentToolset(target.reference, use) : undefined;
    const offered = resolved?.exported.selected.map(({ value }) => value);
    return [{ site, path, toolset, use, agent: resolved?.agent, offered: offered?.length === 0 ? undefined : offered }];
  });
}

export interface ResolvedExport extends Place {
  readonly toolset: ToolsetExpression;
  readonly exported: ExportExpression;
}

export function resolveExports(
  owner: AgentExpression | ServiceExpression,
  { directory, evaluation }: BuildContext,
): ResolvedExport[] {
  const taken = new Set<ToolsetExpression>();
  return owner.exports.flatMap((exported) => {
    const toolset = directory.toolset(exported.target, exported);
    if (toolset === undefined) return [];
    if (taken.has(toolset)) {
      const message = `"${owner.name}" exports the toolset "${toolset.name}" twice`;
      evaluation.report({ code: "declared_twice", message, hint: "Say it in one Export." }, exported);
      return [];
    }
    taken.add(toolset);
    return [{ site: exported.site, path: exported.path, toolset, exported }];
  });
}

/** The ids of the selected tools in the order of the toolset; undefined for all of them. */
export function selectedIds(
  { selected }: UseExpression | ExportExpression,
  { name, tools, provider }: ToolsetModel,
  offered: readonly string[] | undefined,
  { evaluation }: BuildContext,
): string[] | undefined {
  // What only the provider knows cannot be checked here.
  const isKnown = tools.length > 0 || provider.type === "local" || provider.type === "agent";
  const names = tools.map((tool) => tool.name).filter((tool) => offered === undefined || offered.includes(tool));
  for (const tool of selected) {
    if (tool.value === "" || !isKnown || names.includes(tool.value)) continue;
    const hint = suggestName(tool.value, names);
    const message = `the toolset "${name}" has no tool "${tool.value}"`;
    evaluation.report({ code: "unknown_tool", message, hint }, tool);
  }
  if (selected.length === 0) return offered && names.map((tool) => `${name}.${tool}`);
  const wanted = new Set(selected.map(({ value }) => value));
  if (!isKnown) return [...wanted].map((tool) => `${name}.${tool}`);
  return names.filter((tool) => wanted.has(tool)).map((tool) => `${name}.${tool}`);
}
