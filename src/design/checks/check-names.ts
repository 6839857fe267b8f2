/** The names that have to be unique across the whole design, as they are written or as generated code spells them. */
import type { Ownership } from "../build/ownership.ts";
import type { ResolvedExport } from "../build/toolset-uses.ts";
import type { Evaluation } from "../evaluation/evaluation.ts";
import type { AgentExpression } from "../expressions/agent-expression.ts";
import { agentId } from "../expressions/agent-id.ts";
import type { ServiceExpression } from "../expressions/service-expression.ts";
import type { ToolExpression } from "../expressions/tool-expression.ts";
import type { ToolsetExpression } from "../expressions/toolset-expression.ts";
import { slugOf } from "../names/slug.ts";
import { ClashCheck } from "./clash-check.ts";
import { checkUniqueNames, type Named } from "./unique-names.ts";

export type ExportsByOwner = ReadonlyMap<AgentExpression | ServiceExpression, readonly ResolvedExport[]>;

export function checkNames(evaluation: Evaluation, ownership: Ownership, exports: ExportsByOwner): void {
  const { services, toolsets, registries, securities, types } = evaluation.reached;
  checkUniqueNames(services, "service", "the design", evaluation);
  checkUniqueNames(registries, "registry", "the design", evaluation);
  checkUniqueNames(securities, "security scheme", "the design", evaluation);
  const named = [...types].map(([{ name }, type]) => ({ name, site: type.site, path: type.path }));
  checkExactNames(named, "type", evaluation);
  checkExactNames(toolsets, "toolset", evaluation);
  const check = new ClashCheck(evaluation);
  checkToolsetSlugs(toolsets, ownership, check);
  for (const [exporter, exported] of exports) checkExportSlugs(exporter, exported, ownership, check);
  checkRoutingIds(toolsets, ownership, check);
  const agents = services.flatMap((service) => service.agents);
  checkAgentIds(agents, check);
  const tools = toolsets.flatMap((toolset) => toolset.tools);
  checkToolIds(tools, check);
}

/** Types and toolsets may differ in case alone; only the same name twice is a mistake. */
function checkExactNames(things: readonly Named[], what: string, evaluation: Evaluation): void {
  const taken = new Set<string>();
  for (const thing of things) {
    if (thing.name !== "" && taken.has(thing.name)) {
      const message = `the design has another ${what} named "${thing.name}"`;
      evaluation.report({ code: "duplicate_name", message, hint: "Give one of them another name." }, thing);
    }
    taken.add(thing.name);
  }
}

/** Toolsets of one owner share a folder. */
function checkToolsetSlugs(toolsets: readonly ToolsetExpression[], ownership: Ownership, check: ClashCheck): void {
  const folderOf = (toolset: ToolsetExpression) => JSON.stringify([ownership.ownerOf(toolset), slugOf(toolset.name)]);
  check.that(toolsets, folderOf, (other, toolset) => {
    if (other.name === toolset.name) return undefined;
    return `the toolsets "${other.name}" and "${toolset.name}" have one owner and both become "${slugOf(toolset.name)}" in generated code`;
  });
}

/** So do toolsets that one agent or service exports, whoever owns them. */
function checkExportSlugs(
  exporter: AgentExpression | ServiceExpression,
  exports: readonly ResolvedExport[],
  ownership: Ownership,
  check: ClashCheck,
): void {
  const who = `the ${"service" in exporter ? "agent" : "service"} "${exporter.name}"`;
  const ownerOf = ({ toolset }: ResolvedExport) => JSON.stringify(ownership.ownerOf(toolset));
  check.that(
    exports,
    ({ toolset }) => slugOf(toolset.name),
    (other, exported) => {
      // Of one owner they are told where they are declared.
      if (ownerOf(other) === ownerOf(exported)) return undefined;
      const [one, two] = [other.toolset.name, exported.toolset.name];
      return `${who} exports the toolsets "${one}" and "${two}", which both become "${slugOf(two)}" in generated code`;
    },
  );
}

/** Names may hold dots: the toolset "b.c" of the service "a" and the toolset "c" of the service "a.b" would be one. */
function checkRoutingIds(toolsets: readonly ToolsetExpression[], ownership: Ownership, check: ClashCheck): void {
  const owned = toolsets.filter((toolset) => ownership.ownerOf(toolset) !== undefined);
  const routingId = (toolset: ToolsetExpression) => ownership.routingIdOf(toolset);
  check.that(owned, routingId, (other, toolset) => {
    if (other.name === toolset.name) return undefined;
    return `the toolsets "${other.name}" and "${toolset.name}" are both registered as "${routingId(toolset)}"`;
  });
}

/** As with toolsets: `a.b` and `c`, `a` and `b.c`. */
function checkAgentIds(agents: readonly AgentExpression[], check: ClashCheck): void {
  check.that(agents, agentId, (other, agent) => {
    if (other.name === agent.name) return undefined;
    return `two agents have the id "${agentId(agent)}": of the services "${other.service.name}" and "${agent.service.name}"`;
  });
}

function checkToolIds(tools: readonly ToolExpression[], check: ClashCheck): void {
  const idOf = (tool: ToolExpression) => `${tool.toolset.name}.${tool.name}`;
  check.that(tools, idOf, (other, tool) => {
    if (other.toolset.name === tool.toolset.name) return undefined;
    return `two tools have the id "${idOf(tool)}": of the toolsets "${other.toolset.name}" and "${tool.toolset.name}"`;
  });
}
