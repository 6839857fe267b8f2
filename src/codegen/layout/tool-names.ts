/** What generated code calls the parts of each tool of a toolset. */
import type { ToolModel, ToolsetModel } from "../../design/index.ts";
import { uniqueNames } from "../names/unique-names.ts";
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

export function toolNames({ tools }: ToolsetModel): readonly NamedTool[] {
  const names = uniqueNames(
    tools.map(({ name }) => name),
    pascalCase,
  );
  return tools.map((tool) => {
    const pascal = names.get(tool.name) ?? pascalCase(tool.name);
    const camel = camelCase(pascal);
    const { payload, result, serverData = [] } = tool;
    const kinds = uniqueNames(
      serverData.map(({ kind }) => kind),
      pascalCase,
    );
    return {
      tool,
      id: `${camel}Id`,
      declaration: `${camel}Tool`,
      newCall: `new${pascal}Call`,
      pascal,
      payload: { name: `${pascal}Payload`, label: payload.name, schema: payload.schema },
      ...(result === undefined
        ? {}
        : { result: { name: `${pascal}Result`, label: result.name, schema: result.schema } }),
      serverData: serverData.map(({ kind, name, schema }) => ({
        name: `${pascal}${kinds.get(kind) ?? pascalCase(kind)}Data`,
        label: name,
        schema,
      })),
    };
  });
}

/** Every type that tools declare. */
export function typesOfTools(tools: readonly NamedTool[]): readonly NamedType[] {
  return tools.flatMap(({ payload, result, serverData }) => [
    payload,
    ...(result === undefined ? [] : [result]),
    ...serverData,
  ]);
}
