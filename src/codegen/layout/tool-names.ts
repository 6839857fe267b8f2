/** What generated code calls the parts of each tool of a toolset. */
import type { ToolModel, ToolsetModel } from "../../design/index.ts";
import { besideImports, uniqueNames } from "../names/unique-names.ts";
import { camelCase, pascalCase } from "../names/words.ts";
import type { NamedType } from "../types/type-catalog.ts";

export interface NamedTool {
  readonly tool: ToolModel;
  /** The constant with the id, the declaration and the builder of calls. */
  readonly id: string;
  readonly declaration: string;
  readonly newCall: string;
  readonly pascal: string;
  readonly payload: NamedType;
  readonly result?: NamedType;
  readonly serverData: readonly NamedType[];
}

/** What `specs.ts` imports and might declare as well. */
export const SPECS_IMPORTS: readonly string[] = ["declareTool", "executedToolset"];

export function toolNames({ tools }: ToolsetModel): readonly NamedTool[] {
  const names = uniqueNames(
    tools.map(({ name }) => name),
    pascalCase,
  );
  const dataNames = serverDataNames(tools, names);
  return tools.map((tool) => {
    const pascal = names.get(tool.name) ?? pascalCase(tool.name);
    const camel = camelCase(pascal);
    const { payload, result, serverData = [] } = tool;
    return {
      tool,
      id: `${camel}Id`,
      declaration: besideImports(`${camel}Tool`, SPECS_IMPORTS),
      newCall: `new${pascal}Call`,
      pascal,
      payload: { name: `${pascal}Payload`, label: payload.name, schema: payload.schema },
      ...(result === undefined
        ? {}
        : { result: { name: `${pascal}Result`, label: result.name, schema: result.schema } }),
      serverData: serverData.map(({ kind, name, schema }) => ({
        name: dataNames.get(dataKey(tool, kind)) ?? "",
        label: name,
        schema,
      })),
    };
  });
}

/** Across all tools: the kind "b_x" of the tool "a" and the kind "x" of the tool "a_b" would be one type. */
function serverDataNames(tools: readonly ToolModel[], names: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const converted = new Map(
    tools.flatMap((tool) =>
      (tool.serverData ?? []).map(({ kind }) => [
        dataKey(tool, kind),
        `${names.get(tool.name) ?? ""}${pascalCase(kind)}Data`,
      ]),
    ),
  );
  return uniqueNames(converted.keys(), (key) => converted.get(key) ?? key);
}

function dataKey({ id }: ToolModel, kind: string): string {
  return JSON.stringify([id, kind]);
}

/** Every type that tools declare. */
export function typesOfTools(tools: readonly NamedTool[]): readonly NamedType[] {
  return tools.flatMap(({ payload, result, serverData }) => [
    payload,
    ...(result === undefined ? [] : [result]),
    ...serverData,
  ]);
}
