/** `agenttools.ts`: how other agents call what an agent exports. */
import type { AgentModel, ToolsetExport, ToolsetModel } from "../../design/index.ts";
import type { GeneratedFiles, GeneratedModule } from "../layout/generated-files.ts";
import type { Layout } from "../layout/layout.ts";
import { documented } from "../text/comment.ts";
import { block, braces, type Doc, list } from "../text/doc.ts";
import { literal, stringLiteral } from "../text/literal.ts";
import { bindingsOf } from "../transforms/bindings.ts";

const RUNTIME = "kigumi/codegen/runtime";

export function addAgentToolsFile(
  files: GeneratedFiles,
  layout: Layout,
  { agent, toolset, exported }: { agent: AgentModel; toolset: ToolsetModel; exported: ToolsetExport },
): void {
  const dir = layout.toolsetDir(toolset);
  if (dir === undefined) return;
  const path = `${layout.agentToolsDir(agent, toolset)}/agenttools.ts`;
  files.module(path, `Agent ${agent.id} as the tools of toolset ${toolset.name}.`, (module) => {
    const specs = module.importAll("specs", module.specifier(`${dir}/specs.ts`));
    const tools = layout
      .tools(toolset)
      .filter(({ tool }) => exported.tools === undefined || exported.tools.includes(tool.id));
    const declarations = tools
      .filter(({ tool }) => tool.passthrough === undefined)
      .map(({ declaration }) => `${specs}.${declaration}`);
    module.add(
      `export const toolsetName = ${stringLiteral(toolset.name)};`,
      `export const agentId = ${stringLiteral(agent.id)};`,
      [
        "export const toolIds = ",
        list(
          "[",
          tools.map(({ id }) => `${specs}.${id}`),
          "]",
        ),
        " as const;",
      ],
      ...agentToolset(declarations, exported.tags, module),
      ...passthroughToolset(toolset, layout, module, dir),
    );
  });
}

function agentToolset(declarations: readonly string[], tags: readonly string[], module: GeneratedModule): Doc[] {
  for (const name of ["AgentToolset", "AgentToolsetOptions"]) module.importType(name, "kigumi");
  module.import("agentToolset", "kigumi");
  module.import("answeredElsewhere", RUNTIME);
  const type = module.importType("AnyToolDeclaration", RUNTIME);
  const options = [
    documented("The name it is registered under; the toolset's own unless given.", "readonly name?: string;"),
    documented("The tools that are offered; all unless given.", "readonly ids?: readonly string[];"),
  ];
  const extras = tags.length === 0 ? "" : ", { tags }";
  return [
    ...(tags.length === 0 ? [] : [["const tags: readonly string[] = ", literal(tags), ";"]]),
    [`const declarations: readonly ${type}[] = `, list("[", declarations, "]"), ";"],
    block('export interface AgentToolOptions extends Omit<AgentToolsetOptions, "agent" | "tools"> {', options),
    documented(
      "Calls of these tools are runs of the agent.",
      block("export function createAgentToolset(options: AgentToolOptions = {}): AgentToolset {", [
        "const { name = toolsetName, ids, ...rest } = options;",
        "const offered = declarations.filter(({ id }) => ids === undefined || ids.includes(id));",
        `const tools = offered.map((tool) => tool.tool(answeredElsewhere(tool.id)${extras}));`,
        ["return agentToolset(name, ", braces(["...rest", "agent: agentId", "tools"]), ");"],
      ]),
    ),
  ];
}

function passthroughToolset(toolset: ToolsetModel, layout: Layout, module: GeneratedModule, dir: string): Doc[] {
  const bindings = bindingsOf(toolset, layout, "passthrough");
  if (bindings.length === 0) return [];
  const { pascal, camel, factory } = layout.toolsetName(toolset);
  const provider = module.specifier(`${dir}/passthrough_provider.ts`);
  const specs = module.importAll("specs", module.specifier(`${dir}/specs.ts`));
  module.importType("Toolset", "kigumi");
  const ids = bindings.map(({ names }) => `${specs}.${names.id}`);
  const executors = `${module.import(`${camel}Executors`, provider)}(services)`;
  return [
    ["const passthroughIds = ", list("[", ids, "]"), " as const;"],
    block("export interface PassthroughOptions {", [
      documented("The name it is registered under.", "readonly name: string;"),
      `readonly services: ${module.importType(`${pascal}Services`, provider)};`,
      documented("The tools that are offered.", "readonly ids: readonly (typeof passthroughIds)[number][];"),
    ]),
    documented(
      "Calls of these tools go straight to the methods behind them, without a planner and without a run.",
      block("export function createPassthroughToolset({ name, services, ids }: PassthroughOptions): Toolset {", [
        `return ${specs}.${factory}(name, ${executors}, ids);`,
      ]),
    ),
  ];
}
