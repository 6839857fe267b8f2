/** `specs.ts` of a toolset: its ids, its declared tools, what executes them, and builders of calls. */
import type { ServerDataModel, ToolModel, ToolsetModel } from "../../design/index.ts";
import type { GeneratedFiles, GeneratedModule } from "../layout/generated-files.ts";
import type { Layout } from "../layout/layout.ts";
import type { NamedTool } from "../layout/tool-names.ts";
import { documented } from "../text/comment.ts";
import { block, braces, type Doc, list } from "../text/doc.ts";
import { literal, property, stringLiteral } from "../text/literal.ts";

const RUNTIME = "kigumi/codegen/runtime";

export function addToolsetSpecsFile(files: GeneratedFiles, layout: Layout, toolset: ToolsetModel, dir: string): void {
  const tools = layout.tools(toolset);
  const names = layout.toolsetName(toolset);
  files.module(`${dir}/specs.ts`, `The tools of toolset ${toolset.name}.`, (module) => {
    module.add(
      ...tools.map(({ id, tool }) => `export const ${id} = ${stringLiteral(tool.id)};`),
      documented("The ids of the tools of this toolset.", [
        "export const toolIds = ",
        list(
          "[",
          tools.map(({ id }) => id),
          "]",
        ),
        " as const;",
      ]),
      `export type ToolId = (typeof toolIds)[number];`,
      ...tools.map((names) => declaration(names, toolset, layout, module)),
      declarations(tools, module),
      executors(tools, names.pascal, layout, module),
      factory(names, module),
      ...tools.map((names) => newCall(names, layout, module)),
    );
  });
}

function declaration(names: NamedTool, toolset: ToolsetModel, layout: Layout, module: GeneratedModule): Doc {
  const { tool, payload, result, serverData } = names;
  const codec = (type: NonNullable<typeof result>) => module.import(layout.catalog.namesOf(type).codec, "./codecs.ts");
  const members: Doc[] = [
    ["id: ", names.id],
    ...specMembers(tool, toolset),
    ...(tool.serverData === undefined
      ? []
      : [
          property(
            "serverData",
            list(
              "[",
              tool.serverData.map((data, i) => serverDataOf(data, codec(serverData[i] ?? payload))),
              "]",
            ),
          ),
        ]),
    ["payload: ", codec(payload)],
    ...(result === undefined ? [] : [["result: ", codec(result)]]),
  ];
  const head = `export const ${names.declaration} = ${module.import("declareTool", RUNTIME)}(`;
  const body = block(
    "{",
    members.map((member) => [member, ","]),
  );
  return documented(tool.description, [head, body, ");"]);
}

/** The spec of the tool as the design has it; tags of the toolset count for each of its tools. */
function specMembers(tool: ToolModel, toolset: ToolsetModel): Doc[] {
  const tags = [...new Set([...toolset.tags, ...tool.tags])];
  const { name, title, description, effect, confirmation, hints, resultReminder, bounds } = tool;
  const { serverDataDefault, inject, terminal, bookkeeping, meta } = tool;
  const spec = { name, title, description, tags, effect, confirmation, hints, resultReminder, bounds };
  const more = { serverDataDefault, inject, terminal, bookkeeping, meta };
  return Object.entries({ ...spec, ...more }).flatMap(([key, value]) =>
    value === undefined ? [] : [property(key, literal(value))],
  );
}

function serverDataOf({ kind, audience, mode, description }: ServerDataModel, codec: string): Doc {
  const members = Object.entries({ kind, audience, mode, description }).flatMap(([key, value]) =>
    value === undefined ? [] : [property(key, literal(value))],
  );
  return braces([...members, ["schema: ", `${codec}.schema`]]);
}

function declarations(tools: readonly NamedTool[], module: GeneratedModule): Doc {
  const type = module.importType("AnyToolDeclaration", RUNTIME);
  const names = tools.map((tool) => tool.declaration);
  return [`export const declarations: readonly ${type}[] = `, list("[", names, "]"), ";"];
}

/** One function per tool, by id: leaving one out does not compile. */
function executors(tools: readonly NamedTool[], pascal: string, layout: Layout, module: GeneratedModule): Doc {
  const members = tools.map(({ tool, payload, result }) => {
    const types = [payload.name, ...(result === undefined ? [] : [layout.catalog.namesOf(result).input])];
    const parameters = types.map((type) => module.importType(type, "./types.ts"));
    return documented(tool.description, [
      `readonly ${stringLiteral(tool.id)}: ${module.importType("Executor", RUNTIME)}<${parameters.join(", ")}>;`,
    ]);
  });
  return documented("What executes each tool.", block(`export interface ${pascal}Executors {`, members));
}

function factory({ pascal, factory: name }: ReturnType<Layout["toolsetName"]>, module: GeneratedModule): Doc {
  module.importType("Toolset", "kigumi");
  module.import("executedToolset", RUNTIME);
  const parameters = ["name: string", `executors: Pick<${pascal}Executors, Id>`, "ids: readonly Id[]"];
  const head = [`export function ${name}<Id extends ToolId>`, list("(", parameters, ")"), ": Toolset {"];
  const chosen = "const chosen = declarations.filter(({ id }) => ids.some((each) => each === id));";
  return documented(
    "The tools with these ids and what executes them, as a toolset of this name.",
    block(head, [chosen, "return executedToolset(name, chosen, executors);"]),
  );
}

function newCall({ newCall: name, id, payload, tool }: NamedTool, layout: Layout, module: GeneratedModule): Doc {
  const sent = module.importType(layout.catalog.namesOf(payload).input, "./types.ts");
  const injected = (tool.inject ?? []).map(stringLiteral).join(" | ");
  const input = injected === "" ? sent : `Omit<${sent}, ${injected}>`;
  module.importType("CallOptions", RUNTIME);
  module.importType("PlannedCall", "kigumi");
  const call = `return ${module.import("plannedCall", RUNTIME)}(${id}, args, options);`;
  const head = `export function ${name}(args: ${input}, options?: CallOptions): PlannedCall {`;
  return documented(`A call of ${tool.id}, as a planner returns it.`, block(head, [call]));
}
