/** A toolset is described once, by its block or by its provider; one that is empty or unused is probably a mistake. */
import type { Evaluation } from "../evaluation/evaluation.ts";
import type { ServiceExpression } from "../expressions/service-expression.ts";
import type { ToolsetExpression } from "../expressions/toolset-expression.ts";
import type { ToolsetOwner } from "../model/toolset-model.ts";

export interface ToolsetPlace {
  /** The service of this design whose MCP server offers it. */
  readonly server: ServiceExpression | undefined;
  readonly owner: ToolsetOwner | undefined;
}

export function checkToolset(toolset: ToolsetExpression, place: ToolsetPlace, evaluation: Evaluation): void {
  refuseTools(toolset, place, evaluation);
  refuseVersion(toolset, evaluation);
  warnOfEmptiness(toolset, place, evaluation);
  if (place.owner !== undefined) return;
  const message = `no agent uses the toolset "${toolset.name}"`;
  const hint = "Add Use(…) to an agent, or remove it.";
  evaluation.report({ code: "unused_toolset", severity: "warning", message, hint }, toolset);
}

function refuseTools(
  { name, provider, tools }: ToolsetExpression,
  { server }: ToolsetPlace,
  evaluation: Evaluation,
): void {
  const isDescribed = server !== undefined || provider?.kind === "registryProvider";
  const [tool] = tools;
  if (!isDescribed || tool === undefined) return;
  const who = server === undefined ? "the registry" : `the service "${server.name}"`;
  const message = `the tools of "${name}" are described by ${who}, and are declared here again`;
  evaluation.report({ code: "tools_not_declarable", message, hint: "Remove them from the block." }, tool);
}

function refuseVersion({ name, provider, version }: ToolsetExpression, evaluation: Evaluation): void {
  if (version === undefined || provider?.kind === "registryProvider") return;
  const message = `"${name}" comes from no registry, so there is no version to pin`;
  const hint = "Remove Version, or use FromRegistry.";
  evaluation.report({ code: "version_without_registry", message, hint }, version);
}

function warnOfEmptiness(toolset: ToolsetExpression, { server }: ToolsetPlace, evaluation: Evaluation): void {
  const { name, provider, tools } = toolset;
  if (tools.length > 0 || server !== undefined || provider?.kind === "registryProvider") return;
  if (provider === undefined) {
    const message = `the toolset "${name}" has no tools`;
    const hint = "Declare some with Tool(…).";
    evaluation.report({ code: "empty_toolset", severity: "warning", message, hint }, toolset);
  } else {
    const message = `no service "${provider.service}" of this design offers MCP, so the tools of "${name}" are only known once its server is connected`;
    const hint = "Describe its tools in a block, or declare the service with MCPServer.";
    evaluation.report({ code: "discovered_toolset", severity: "warning", message, hint }, toolset);
  }
}
