/**
 * What may be handed to Claude as a tool: our own, or any object of the right shape. Foreign tools are met through
 * these structural types alone, in camelCase or snake_case, so nothing depends on where they come from.
 */
import { isObject } from "../../json/json.ts";
import type { Tool } from "../../tool/tool.ts";
import type { DepsBearer } from "./deps/deps-context.ts";
import type { SdkMcpTool } from "./sdk-mcp-tool.ts";
import { ToolValidationError } from "./tool-errors.ts";

/**
 * A tool of another library. Its JSON Schema is in one of three places: `parametersJsonSchema`,
 * `functionSchema.jsonSchema` or `toolDef.parametersJsonSchema`, or the same in snake_case. A function tool of the
 * OpenAI Agents SDK fits as well, with its `parameters` and its `invoke`.
 */
export interface ToolLike {
  readonly name?: string;
  readonly description?: string | null | undefined;
  /** Called with the arguments; with `takesCtx`, with the context and then the arguments. May be synchronous. */
  readonly function?: ((...args: never[]) => unknown) | undefined;
  readonly takesCtx?: boolean;
  readonly [field: string]: unknown;
}

/** What a function gets after its arguments. */
export interface ToolLikeExtra {
  /** Fires when the call is cancelled. */
  readonly signal?: AbortSignal | undefined;
}

export type PlainFunction = (args: Record<string, unknown>, extra: ToolLikeExtra) => unknown;
export type ContextFunction = (
  context: DepsBearer<unknown>,
  args: Record<string, unknown>,
  extra: ToolLikeExtra,
) => unknown;

/** A tool of ours, of another library, or one that is converted already. */
export type ClaudeTool = Tool | ToolLike | SdkMcpTool;

/** A group of tools by name, as agents keep them; a `Toolset` of ours fits too. */
export interface AgentToolset {
  readonly tools: ReadonlyMap<string, ClaudeTool> | Readonly<Record<string, ClaudeTool>> | Iterable<ClaudeTool>;
}

/** Where tools come from. Nothing at all is an empty toolset. */
export type ToolSource = AgentToolset | Iterable<ClaudeTool | AgentToolset> | null | undefined;

export function isOwnTool(tool: object): tool is Tool {
  return "spec" in tool && isObject(tool.spec) && "run" in tool && typeof tool.run === "function";
}

export function isSdkMcpTool(tool: object): tool is SdkMcpTool {
  return "handler" in tool && typeof tool.handler === "function" && "inputSchema" in tool;
}

/** A field by its camelCase name or its snake_case one; undefined when it has neither. */
export function fieldOf(value: unknown, camelName: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  const fields = value as Record<string, unknown>;
  const snakeName = camelName.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return fields[camelName] === undefined ? fields[snakeName] : fields[camelName];
}

/** The name as declared, on the tool or on its definition; not yet checked. */
export function nameOf(tool: object): unknown {
  return fieldOf(tool, "name") ?? fieldOf(fieldOf(tool, "toolDef"), "name");
}

export function assertName(name: unknown): asserts name is string {
  if (typeof name === "string" && name.trim() !== "") return;
  const problem = `the name of a tool has to be a text that is not blank, but is ${JSON.stringify(name)}`;
  throw new ToolValidationError(name, problem);
}

export function takesContext(tool: object): boolean {
  return !isOwnTool(tool) && fieldOf(tool, "takesCtx") === true;
}
