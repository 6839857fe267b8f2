/** `specs/specs.ts`: every tool that an agent may call or exports and that the design describes, in one catalog. */
import type { AgentModel, ToolModel, ToolsetModel } from "../../design/index.ts";
import { usesOf } from "../layout/agent-uses.ts";
import type { GeneratedFiles } from "../layout/generated-files.ts";
import type { Layout } from "../layout/layout.ts";
import { uniqueNames } from "../names/unique-names.ts";
import { camelCase } from "../names/words.ts";
import { documented } from "../text/comment.ts";
import { block, list } from "../text/doc.ts";

export interface CatalogTool {
  readonly toolset: ToolsetModel;
  readonly tool: ToolModel;
}

/** Sorted by id. */
export function catalogOf(agent: AgentModel, layout: Layout): readonly CatalogTool[] {
  const used = usesOf(agent, layout).flatMap(({ toolset, tools }) => tools.map((tool) => ({ toolset, tool })));
  const exported = agent.exports.flatMap(({ toolset: name, tools }) => {
    const toolset = layout.model.toolsets.find((each) => each.name === name);
    const chosen = toolset?.tools.filter(({ id }) => tools === undefined || tools.includes(id)) ?? [];
    return toolset === undefined ? [] : chosen.map((tool) => ({ toolset, tool }));
  });
  const byId = new Map([...used, ...exported].map((entry) => [entry.tool.id, entry]));
  return [...byId.values()].toSorted((left, right) => (left.tool.id < right.tool.id ? -1 : 1));
}

export function addAgentSpecsFile(files: GeneratedFiles, layout: Layout, agent: AgentModel): void {
  const catalog = catalogOf(agent, layout);
  const namespaces = uniqueNames(
    catalog.map(({ toolset }) => toolset.name),
    (name) => `${camelCase(name)}Specs`,
  );
  files.module(`${layout.agentDir(agent)}/specs/specs.ts`, `The tools of agent ${agent.id}.`, (module) => {
    const declarations = catalog.map(({ toolset, tool }) => {
      const specifier = module.specifier(`${layout.toolsetDir(toolset) ?? ""}/specs.ts`);
      const namespace = module.importAll(namespaces.get(toolset.name) ?? "", specifier);
      const names = layout.tools(toolset).find((each) => each.tool.id === tool.id);
      return `${namespace}.${names?.declaration ?? ""}`;
    });
    for (const name of ["JsonSchema", "ToolSpec"]) module.importType(name, "kigumi");
    const type = module.importType("AnyToolDeclaration", "kigumi/codegen/runtime");
    module.add(
      [`const declarations: readonly ${type}[] = `, list("[", declarations, "]"), ";"],
      documented(
        "In the order of their ids.",
        "export const names: readonly string[] = declarations.map(({ id }) => id);",
      ),
      block("export function specs(): readonly ToolSpec[] {", ["return declarations.map(({ spec }) => spec);"]),
      block("export function spec(id: string): ToolSpec | undefined {", [
        "return declarations.find((each) => each.id === id)?.spec;",
      ]),
      block("export function payloadSchema(id: string): JsonSchema | undefined {", ["return spec(id)?.inputSchema;"]),
      block("export function resultSchema(id: string): JsonSchema | undefined {", ["return spec(id)?.outputSchema;"]),
      documented(
        "What a policy looks at.",
        block('export function metadata(): readonly Pick<ToolSpec, "id" | "title" | "description" | "tags">[] {', [
          "return specs();",
        ]),
      ),
    );
  });
}
