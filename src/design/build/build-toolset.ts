/** A toolset of the model, from what its block said or from what its provider is known to offer. */

import { titleOf } from "../../tool/tool-title.ts";
import { checkToolset } from "../checks/check-toolset.ts";
import { checkUniqueNames } from "../checks/unique-names.ts";
import { agentId } from "../expressions/agent-id.ts";
import type { MethodExpression, ServiceExpression } from "../expressions/service-expression.ts";
import type { ToolsetExpression } from "../expressions/toolset-expression.ts";
import type { ToolModel } from "../model/tool-model.ts";
import type { ToolsetModel, ToolsetProvider } from "../model/toolset-model.ts";
import { typeNameOf } from "../names/type-name.ts";
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
  checkToolset(toolset, { server, owner }, context.evaluation);
  checkUniqueNames(toolset.tools, "tool", `the toolset "${name}"`, context.evaluation);
  return {
    name,
    routingId: ownership.routingIdOf(toolset),
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
