/**
 * Takes the tools out of whatever holds them, in order, and converts each. One bad tool spoils the whole: a toolset
 * that was registered is a toolset whose every tool can run.
 */
import { isObject, jsonTypeOf } from "../../json/json.ts";
import { type ConvertToolOptions, toSdkMcpTool } from "./convert-tool.ts";
import { ToolCallContext } from "./deps/deps-context.ts";
import type { SdkMcpTool } from "./sdk-mcp-tool.ts";
import { MissingDepsError, ToolValidationError } from "./tool-errors.ts";
import { type AgentToolset, type ClaudeTool, nameOf, type ToolSource, takesContext } from "./tool-like.ts";

export interface ExtractToolsOptions extends ConvertToolOptions {
  /** For tools that take a context: anything at all, handed over by reference. */
  readonly deps?: unknown;
}

/** `onToolError` is `throw` by default here: what a tool threw is logged and thrown on. */
export function extractToolsFromToolsets(source: ToolSource, options: ExtractToolsOptions = {}): SdkMcpTool[] {
  const { deps, ...convertOptions } = options;
  const tools = [...toolsIn(source)];
  const context = deps === undefined ? undefined : new ToolCallContext(deps);
  const needy = context === undefined ? tools.filter((tool) => isObject(tool) && takesContext(tool)) : [];
  if (needy.length > 0) throw new MissingDepsError(needy.map((tool) => String(nameOf(tool))));

  const converted = tools.map((tool) => toSdkMcpTool(tool, context, { onToolError: "throw", ...convertOptions }));
  assertDistinct(converted);
  return converted;
}

function* toolsIn(source: ToolSource): Generator<ClaudeTool> {
  if (source === null || source === undefined) return;
  if (!isObject(source) && !Array.isArray(source)) throw notAToolset(source);
  // A toolset of ours is both iterable and has `tools`; either way its tools come in order.
  if (Symbol.iterator in source) {
    for (const item of source) yield* isToolset(item) ? toolsIn(item) : [item];
    return;
  }
  if (!isToolset(source)) throw notAToolset(source);
  const { tools } = source;
  if (tools instanceof Map) yield* tools.values();
  else if (Symbol.iterator in tools) yield* tools as Iterable<ClaudeTool>;
  else yield* Object.values(tools);
}

function isToolset(value: unknown): value is AgentToolset {
  return isObject(value) && typeof value.tools === "object" && value.tools !== null;
}

function notAToolset(source: unknown): ToolValidationError {
  return new ToolValidationError(undefined, `expected a toolset or a list of tools, received ${jsonTypeOf(source)}`);
}

function assertDistinct(tools: readonly SdkMcpTool[]): void {
  const names = new Set<string>();
  for (const { name } of tools) {
    if (names.has(name)) throw new ToolValidationError(name, "is in the toolset twice; give one of them another name");
    names.add(name);
  }
}
