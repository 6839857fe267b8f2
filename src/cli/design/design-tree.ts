/** A model as a tree for people: services with what they offer, agents with what they may do, toolsets with their tools. */
import type {
  AgentModel,
  DesignModel,
  McpServerModel,
  RunPolicyModel,
  ServiceModel,
  ToolModel,
  ToolsetExport,
  ToolsetModel,
  ToolsetUse,
} from "../../design/index.ts";
import { countText } from "../figures.ts";
import { signature, toolSignature } from "./signature-text.ts";
import type { TreeNode } from "./tree-lines.ts";

export function designTree(model: DesignModel): readonly TreeNode[] {
  const { api, services, agents, toolsets, registries } = model;
  return [
    ...(api === undefined ? [] : [{ text: words(`api ${api.name}`, api.version, api.description) }]),
    ...services.map((service) => serviceNode(service, model)),
    ...agents.map((agent) => agentNode(agent, model)),
    ...toolsets.map((toolset) => toolsetNode(toolset, model)),
    ...registries.map(({ name, url, description }) => ({ text: words(`registry ${name}`, url, description) })),
  ];
}

function serviceNode({ name, description, methods, exports, mcp }: ServiceModel, model: DesignModel): TreeNode {
  const completions = model.completions.filter(({ service }) => service === name);
  return {
    text: words(`service ${name}`, description),
    children: [
      ...methods.map((method) => ({
        text: `method ${signature(method.name, method.payload?.schema, method.result ?? method.streamingResult, model.types)}`,
      })),
      ...completions.map(({ name: each, result }) => ({
        text: `completion ${signature(each, undefined, result, model.types)}`,
      })),
      ...exports.map(exportNode),
      ...(mcp === undefined ? [] : [serverNode(mcp)]),
    ],
  };
}

function serverNode({ name, version, protocolVersion, ...offers }: McpServerModel): TreeNode {
  const kinds = ["tools", "resources", "prompts", "notifications", "monitors"] as const;
  const offered = kinds.flatMap((kind) => offers[kind].map((each) => ({ text: `${kind.slice(0, -1)} ${each.name}` })));
  const subscriptions = offers.subscriptions.map(({ resource }) => ({ text: `subscription ${resource}` }));
  const protocol = protocolVersion === undefined ? undefined : `protocol ${protocolVersion}`;
  return { text: words(`MCP server ${name} ${version}`, protocol), children: [...offered, ...subscriptions] };
}

function agentNode({ id, description, uses, exports, runPolicy }: AgentModel, model: DesignModel): TreeNode {
  const limits = policyWords(runPolicy);
  return {
    text: words(`agent ${id}`, description),
    children: [
      ...uses.map((use) => useNode(use, model)),
      ...exports.map(exportNode),
      ...(limits.length === 0 ? [] : [{ text: `runs with ${limits.join(", ")}` }]),
    ],
  };
}

function useNode({ toolset, tools, agent }: ToolsetUse, { toolsets }: DesignModel): TreeNode {
  const all = toolsets.find(({ name }) => name === toolset)?.tools.length ?? 0;
  const part = tools === undefined ? undefined : `${tools.length} of ${countText(all, "tool")}: ${tools.join(", ")}`;
  return { text: words(`uses ${toolset}`, agent && `answered by ${agent}`, part) };
}

function exportNode({ toolset, tools, publishTo }: ToolsetExport): TreeNode {
  const published = publishTo.length === 0 ? undefined : `published to ${publishTo.join(", ")}`;
  return { text: words(`exports ${toolset}`, tools?.join(", "), published) };
}

function policyWords(policy: RunPolicyModel): string[] {
  const { maxToolCalls, maxConsecutiveFailedToolCalls, timing = {}, history, cache = {} } = policy;
  return [
    ...(maxToolCalls === undefined ? [] : [`at most ${countText(maxToolCalls, "tool call")}`]),
    ...(maxConsecutiveFailedToolCalls === undefined ? [] : [`${maxConsecutiveFailedToolCalls} failures in a row`]),
    ...Object.entries(timing).map(([name, duration]) => `${name} ${duration}`),
    ...(policy.interruptsAllowed ? ["interrupts"] : []),
    ...(policy.onMissingFields === undefined ? [] : [`missing fields: ${policy.onMissingFields}`]),
    ...(history === undefined ? [] : [`history ${JSON.stringify(history)}`]),
    ...(Object.keys(cache).length === 0 ? [] : [`cache ${Object.keys(cache).join(" and ")}`]),
  ];
}

function toolsetNode({ name, description, provider, tools }: ToolsetModel, model: DesignModel): TreeNode {
  return {
    text: words(`toolset ${name}`, providerWords(provider), description),
    children: tools.map((tool) => ({ text: words(toolSignature(tool, model), ...toolWords(tool)) })),
  };
}

function providerWords(provider: ToolsetModel["provider"]): string | undefined {
  switch (provider.type) {
    case "local":
      return undefined;
    case "agent":
      return `answered by ${provider.agent}`;
    case "mcp":
      return `MCP: ${provider.toolset} of ${provider.service}, schemas ${provider.schemas}`;
    case "registry":
      return `registry ${provider.registry}: ${provider.toolset} ${provider.version ?? ""}`.trimEnd();
  }
}

function toolWords(tool: ToolModel): (string | undefined)[] {
  const { effect, confirmation, inject, bounds, serverData = [], binding, passthrough, tags } = tool;
  const method = passthrough ?? binding;
  return [
    effect === "once" ? undefined : effect,
    confirmation && "asks a person",
    inject && `injects ${inject.join(", ")}`,
    bounds && (bounds.cursor === undefined ? "bounded" : `paged by ${bounds.cursor}`),
    serverData.length === 0 ? undefined : `server data ${serverData.map(({ kind }) => kind).join(", ")}`,
    method && `${passthrough === undefined ? "bound" : "passed through"} to ${method.service}.${method.method}`,
    tool.terminal && "ends the run",
    tool.bookkeeping && "bookkeeping",
    tags.length === 0 ? undefined : tags.map((tag) => `#${tag}`).join(" "),
  ].map((word) => word || undefined);
}

/** What is there, side by side. */
function words(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== "").join("  ");
}
