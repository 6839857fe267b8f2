/** The tool as the Responses API takes it: flat, and explicit about strictness, which that API turns on by default. */
import type { JsonSchema } from "../schema/json-schema.ts";
import type { Tool } from "../tool.ts";
import { wireName } from "../wire-name.ts";

export interface ResponsesTool {
  readonly type: "function";
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema & Record<string, unknown>;
  readonly strict: boolean;
}

/** `name` overrides the wire name, for a set of tools whose names were made unique with `wireNames`. */
export function toResponsesTool(tool: Tool, name: string = wireName(tool.id)): ResponsesTool {
  const { description, parameters, strict = false } = tool.definition;
  return { type: "function", name, description, parameters, strict };
}
