/** The tool as the Chat Completions API takes it. */
import type { JsonSchema } from "../schema/json-schema.ts";
import type { Tool } from "../tool.ts";
import { wireName } from "../wire-name.ts";

export interface ChatCompletionTool<Name extends string = string> {
  readonly type: "function";
  readonly function: {
    readonly name: Name;
    readonly description: string;
    readonly parameters: JsonSchema & Record<string, unknown>;
    readonly strict?: boolean;
  };
}

/** `name` overrides the wire name, for a set of tools whose names were made unique with `wireNames`. */
export function toChatCompletionTool(tool: Tool, name: string = wireName(tool.id)): ChatCompletionTool {
  const { description, parameters, strict } = tool.definition;
  return { type: "function", function: { name, description, parameters, ...(strict ? { strict } : {}) } };
}
