/** What a service offers over MCP, gathered from its methods and prompts, and checked as a whole: order never matters. */
import { checkMcpOffers, checkResource } from "../checks/check-mcp.ts";
import type { McpOffer, MethodExpression, ServiceExpression } from "../expressions/service-expression.ts";
import type { McpPromptArgument, McpServerModel } from "../model/service-model.ts";
import type { BuildContext } from "./build-context.ts";
import { methodPayload } from "./method-types.ts";

export function buildMcpServer(service: ServiceExpression, context: BuildContext): McpServerModel | undefined {
  const { mcp, methods, prompts, description } = service;
  checkMcpOffers(service, context.evaluation);
  if (mcp === undefined) return undefined;
  const offers = methods.flatMap((method) => method.offers.map((offer) => ({ method, offer })));
  const tools = named("tool", offers);
  const resources = offers.flatMap(({ method, offer }) => {
    if (offer.type !== "resource") return [];
    checkResource(offer, context.evaluation);
    const { name, uri, mimeType, isWatchable } = offer;
    return [{ name, uri, mimeType, method: method.name, isWatchable }];
  });
  const allPrompts: McpServerModel["prompts"] = [
    ...prompts.map((prompt) => ({
      type: "static" as const,
      name: prompt.name,
      description: prompt.description,
      messages: prompt.messages,
    })),
    ...offers.flatMap(({ method, offer }) =>
      offer.type === "prompt"
        ? [{ type: "dynamic" as const, ...namedOffer(method, offer), arguments: promptArguments(method, context) }]
        : [],
    ),
  ];
  return {
    name: mcp.name,
    version: mcp.version,
    ...(description && { description: description.value }),
    ...(mcp.protocolVersion && { protocolVersion: mcp.protocolVersion.version }),
    capabilities: { tools: tools.length > 0, resources: resources.length > 0, prompts: allPrompts.length > 0 },
    tools,
    resources,
    prompts: allPrompts,
    notifications: named("notification", offers),
    subscriptions: offers.flatMap(({ method, offer }) =>
      offer.type === "subscription" ? [{ resource: offer.resource, method: method.name }] : [],
    ),
    monitors: offers.flatMap(({ method, offer }) =>
      offer.type === "monitor" ? [{ name: offer.name, method: method.name }] : [],
    ),
  };
}

interface MethodOffer {
  readonly method: MethodExpression;
  readonly offer: McpOffer;
}

function named(type: "tool" | "notification", offers: readonly MethodOffer[]): McpServerModel["tools"] {
  return offers.flatMap(({ method, offer }) => (offer.type === type ? [namedOffer(method, offer)] : []));
}

function namedOffer(
  { name: method }: MethodExpression,
  { name, description }: { readonly name: string; readonly description: string },
): McpServerModel["tools"][number] {
  return { name, description, method };
}

/** The fields of the payload, as clients are asked for them. */
function promptArguments(method: MethodExpression, { places }: BuildContext): McpPromptArgument[] {
  const payload = methodPayload(method, places);
  const fields = payload && places.fieldsOf(payload.schema);
  if (fields === undefined) return [];
  return Object.keys(fields.properties).map((name) => {
    const description = places.fieldSchema(fields, name)?.description;
    return { name, ...(description === undefined ? {} : { description }), required: fields.required.includes(name) };
  });
}
