/** A tool of the model as a tool: everything it declares, and whoever was found to execute it. */
import { type DesignModel, selfContainedSchema, type ToolModel } from "../../design/model.ts";
import type { JsonObject } from "../../json/json.ts";
import type { ToolContext } from "../../tool/context.ts";
import { defineTool } from "../../tool/define-tool.ts";
import type { Tool } from "../../tool/tool.ts";

export interface DesignToolOptions {
  readonly types: DesignModel["types"];
  execute(input: unknown, ctx: ToolContext): unknown;
  /** Beside those of the tool itself. */
  readonly tags?: readonly string[];
}

export function designTool(model: ToolModel, { types, execute, tags = [] }: DesignToolOptions): Tool {
  const { payload, result, serverData, binding: _binding, passthrough: _passthrough, ...spec } = model;
  return defineTool({
    ...spec,
    tags: [...new Set([...spec.tags, ...tags])],
    input: selfContainedSchema(payload.schema, types),
    ...(result === undefined ? {} : { output: selfContainedSchema(result.schema, types) }),
    ...(serverData === undefined
      ? {}
      : {
          serverData: serverData.map(({ kind, audience, mode, description, schema }) => ({
            ...{ kind, audience, mode, schema: selfContainedSchema(schema, types) },
            ...(description === undefined ? {} : { description }),
          })),
        }),
    // Whether it returns what the design says is not the compiler's to know: every result is checked.
    execute: execute as (input: unknown, ctx: ToolContext) => JsonObject,
  });
}
