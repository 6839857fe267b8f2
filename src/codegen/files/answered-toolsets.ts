/** The toolsets that others answer for an agent, as expressions that its registration makes them with. */
import type { ToolModel } from "../../design/index.ts";
import { type AgentUse, passthroughName, passthroughTools } from "../layout/agent-uses.ts";
import type { GeneratedModule } from "../layout/generated-files.ts";
import type { Layout } from "../layout/layout.ts";
import { braces, type Doc, list } from "../text/doc.ts";
import { literal, memberAccess, property, stringLiteral } from "../text/literal.ts";

const RUNTIME = "kigumi/codegen/runtime";

/** None for a toolset that the application executes. */
export function answeredToolsets(use: AgentUse, layout: Layout, module: GeneratedModule): Doc[] {
  switch (use.answeredBy) {
    case "executors":
      return [];
    case "agent":
      return exportedToolsets(use, layout, module);
    case "mcp":
      return [mcpToolset(use, layout, module)];
    case "registry":
      return registryToolset(use, module);
  }
}

/** The module of the toolset's own tools, as this module names it. */
export function specsOf({ toolset, alias }: AgentUse, layout: Layout, module: GeneratedModule): string {
  return module.importAll(`${alias}Specs`, module.specifier(`${layout.toolsetDir(toolset) ?? ""}/specs.ts`));
}

/** Tools that its agent plans for, and tools that go straight to a method. */
function exportedToolsets(use: AgentUse, layout: Layout, module: GeneratedModule): Doc[] {
  const { exporter, toolset, tools, alias } = use;
  if (exporter === undefined) return [];
  const file = `${layout.agentToolsDir(exporter, toolset)}/agenttools.ts`;
  const namespace = module.importAll(`${alias}AgentTools`, module.specifier(file));
  const passed = passthroughTools(use);
  const planned = tools.filter((tool) => !passed.includes(tool));
  const plannedOptions = [`name: ${stringLiteral(use.name)}`, idsOf(planned)];
  const passedOptions = [`name: ${stringLiteral(passthroughName(use))}`, "services: config.services", idsOf(passed)];
  return [
    ...(planned.length === 0 ? [] : [[`${namespace}.createAgentToolset(`, braces(plannedOptions), ")"]]),
    ...(passed.length === 0 ? [] : [[`${namespace}.createPassthroughToolset(`, braces(passedOptions), ")"]]),
  ];
}

function idsOf(tools: readonly ToolModel[]): Doc {
  const ids = tools.map(({ id }) => stringLiteral(id));
  return ["ids: ", list("[", ids, "]")];
}

function mcpToolset(use: AgentUse, layout: Layout, module: GeneratedModule): Doc {
  const { provider, name: key, tools } = use.toolset;
  const remoteName = provider.type === "mcp" ? provider.toolset : key;
  const [name, remote] = [`name: ${stringLiteral(use.name)}`, `remoteName: ${stringLiteral(remoteName)}`];
  const caller = `config.mcpCallers${memberAccess(key)}`;
  if (tools.length === 0) {
    const options = braces([name, `toolset: ${stringLiteral(key)}`, remote, ...tagsOf(use)]);
    return chosenOf(use, [module.import("discoveredToolset", RUNTIME), list("(", [options, caller], ")")]);
  }
  const specs = specsOf(use, layout, module);
  const declared = layout
    .tools(use.toolset)
    .filter(({ tool }) => use.tools.includes(tool))
    .map(({ declaration }) => `${specs}.${declaration}`);
  const parts = [braces([name, remote]), list("[", declared, "]"), caller];
  return [module.import("remoteToolset", RUNTIME), list("(", parts, ")")];
}

function registryToolset(use: AgentUse, module: GeneratedModule): Doc[] {
  const { provider, name } = use.toolset;
  if (provider.type !== "registry") return [];
  const { registry, toolset, version } = provider;
  const options = braces([
    `name: ${stringLiteral(use.name)}`,
    `toolset: ${stringLiteral(name)}`,
    `remoteName: ${stringLiteral(toolset)}`,
    ...tagsOf(use),
    ...(version === undefined ? [] : [property("version", stringLiteral(version))]),
  ]);
  const client = `config.registries${memberAccess(registry)}`;
  return [chosenOf(use, [module.import("registryToolset", RUNTIME), list("(", [options, client], ")")])];
}

/** Tags of the toolset count for each of its tools. */
function tagsOf({ toolset: { tags } }: AgentUse): Doc[] {
  return tags.length === 0 ? [] : [property("tags", literal(tags))];
}

/** What is found out when it is asked for, and of that what the design chose. */
function chosenOf({ chosen }: AgentUse, discovered: Doc): Doc {
  if (chosen === undefined) return ["await ", discovered];
  return ["(await ", discovered, ").pick", list("(", chosen.map(stringLiteral), ")")];
}
