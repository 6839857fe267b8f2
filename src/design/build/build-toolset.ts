/** A toolset of the model, from what its block said or from what its provider is known to offer. */
import { checkUniqueNames } from "../checks/unique-names.ts";
import { agentId } from "../expressions/agent-id.ts";
import type { MethodExpression, ServiceExpression } from "../expressions/service-expression.ts";
import type { ToolsetExpression } from "../expressions/toolset-expression.ts";
import type { ToolModel } from "../model/tool-model.ts";
import type { ToolsetModel, ToolsetOwner, ToolsetProvider } from "../model/toolset-model.ts";
import { titleOf, typeNameOf } from "../names/type-name.ts";
import type { BuildContext } from "./build-context.ts";
import { buildTool } from "./build-tool.ts";
import { metaOf } from "./meta-of.ts";
import { methodPayload, methodResult } from "./method-types.ts";
import type { Ownership } from "./ownership.ts";

export function buildToolset(toolset: ToolsetExpression, ownership: Ownership, context: BuildContext): ToolsetModel {
  const { name, description, tags } = toolset;
  const server = ownership.serverOf(toolset);
  const owner = ownership.ownerOf(toolset);
  const provider = providerOf(toolset, server);
  const meta = metaOf(toolset.meta);
  checkDeclaration(toolset, server, owner, context);
  checkUniqueNames(toolset.tools, "tool", `the toolset "${name}"`, context.evaluation);
  return {
    name,
    routingId: routingIdOf(name, owner, provider),
    ...(description && { description: description.value }),
    tags: [...tags],
    ...(meta && { meta }),
    provider,
    ...(owner && { owner }),
    tools:
      server === undefined
        ? toolset.tools.map((tool) => buildTool(tool, context))
        : offeredTools(toolset, server, context),
  };
}

function providerOf(
  { provider, agent, isExport, tools, version }: ToolsetExpression,
  server: ServiceExpression | undefined,
): ToolsetProvider {
  if (provider?.kind === "mcpProvider") {
    const schemas = server !== undefined ? "design" : tools.length > 0 ? "inline" : "discovered";
    return { type: "mcp", service: server?.name ?? provider.service, toolset: provider.toolset, schemas };
  }
  if (provider?.kind === "registryProvider") {
    const registry = provider.registry?.name ?? "";
    return { type: "registry", registry, toolset: provider.toolset, ...(version && { version: version.value }) };
  }
  if (isExport && agent !== undefined) return { type: "agent", agent: agentId(agent) };
  return { type: "local" };
}

function routingIdOf(name: string, owner: ToolsetOwner | undefined, { type }: ToolsetProvider): string {
  return owner?.type === "service" && type !== "mcp" ? `${owner.service}.${name}` : name;
}

/** The tools that a service of this design offers over MCP, as its clients see them. */
function offeredTools(
  { name: toolset, tags }: ToolsetExpression,
  { methods }: ServiceExpression,
  context: BuildContext,
): ToolModel[] {
  return methods.flatMap((method) =>
    method.offers.flatMap((offer) =>
      offer.type === "tool" ? [offeredTool(toolset, tags, method, offer, context)] : [],
    ),
  );
}

function offeredTool(
  toolset: string,
  tags: readonly string[],
  method: MethodExpression,
  { name, description }: { readonly name: string; readonly description: string },
  { places }: BuildContext,
): ToolModel {
  const result = methodResult(method, places);
  return {
    id: `${toolset}.${name}`,
    name,
    title: titleOf(name),
    description,
    tags: [...tags],
    effect: "once",
    payload: places.payloadOf(methodPayload(method, places), `${typeNameOf(name)}Payload`),
    ...(result && { result }),
  };
}

function checkDeclaration(
  toolset: ToolsetExpression,
  server: ServiceExpression | undefined,
  owner: ToolsetOwner | undefined,
  { evaluation }: BuildContext,
): void {
  const { name, provider, tools, version } = toolset;
  const isDescribed = server !== undefined || provider?.kind === "registryProvider";
  const [tool] = tools;
  if (isDescribed && tool !== undefined) {
    const who = server === undefined ? "the registry" : `the service "${server.name}"`;
    const message = `the tools of "${name}" are described by ${who}, and are declared here again`;
    evaluation.report({ code: "tools_not_declarable", message, hint: "Remove them from the block." }, tool);
  }
  if (version !== undefined && provider?.kind !== "registryProvider") {
    const message = `"${name}" comes from no registry, so there is no version to pin`;
    evaluation.report(
      { code: "version_without_registry", message, hint: "Remove Version, or use FromRegistry." },
      version,
    );
  }
  const warn = (code: "discovered_toolset" | "empty_toolset" | "unused_toolset", message: string, hint: string) =>
    evaluation.report({ code, severity: "warning", message, hint }, toolset);
  if (provider?.kind === "mcpProvider" && server === undefined && tools.length === 0) {
    const message = `no service "${provider.service}" of this design offers MCP, so the tools of "${name}" are only known once its server is connected`;
    warn("discovered_toolset", message, "Describe its tools in a block, or declare the service with MCPServer.");
  } else if (provider === undefined && tools.length === 0) {
    warn("empty_toolset", `the toolset "${name}" has no tools`, "Declare some with Tool(…).");
  }
  if (owner === undefined) {
    warn("unused_toolset", `no agent uses the toolset "${name}"`, "Add Use(…) to an agent, or remove it.");
  }
}
