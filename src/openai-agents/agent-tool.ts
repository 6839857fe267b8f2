/**
 * What may stand in an agent's list of tools: a tool of ours, a tool of the SDK (function or hosted), or a function.
 * A function is called with the arguments and the context of the call; it may carry its description and input schema.
 */
import { KigumiError } from "../errors/kigumi-error.ts";
import { isObject } from "../json/json.ts";
import { toolRuleError } from "../policy/tool-rule-error.ts";
import type { ToolContext } from "../tool/context.ts";
import { defineTool } from "../tool/define-tool.ts";
import type { ToolSchema } from "../tool/schema/tool-schema.ts";
import type { Tool } from "../tool/tool.ts";
import { isKigumiTool } from "./kigumi-tool.ts";
import type { SdkTool } from "./sdk-types.ts";

export type AgentTool = Tool | SdkTool | ToolFunction;

export interface ToolFunction {
  /** Of whatever type the function takes: its schema vouches for it. */
  (input: never, ctx: ToolContext): unknown;
  readonly description?: string;
  /** Default: any JSON object. */
  readonly input?: ToolSchema;
}

/** Ours or the SDK's: functions are tools of ours from here on. */
export type DeclaredTool = Tool | SdkTool;

/** Throws E4 for a tool without a name, and says what a tool can be for anything else. */
export function asDeclaredTool(value: unknown): DeclaredTool {
  const name: unknown = (value as { readonly name?: unknown } | null | undefined)?.name;
  if (typeof name !== "string" || name === "") throw toolRuleError("E4", {});
  if (typeof value === "function") return fromFunction(name, value as ToolFunction);
  if (isKigumiTool(value) || isSdkTool(value)) return value;
  throw new KigumiError({
    code: "unsupported_tool",
    message: `"${name}" is no tool: pass one made with defineTool, one of the Agents SDK, or a function`,
    data: { tool: name },
  });
}

/** What tells tools apart in one agent: the id in rules, and for hosted MCP servers, which share a name, the server. */
export function keyOf(tool: DeclaredTool): string {
  if (isKigumiTool(tool)) return tool.id;
  const server: unknown = tool.type === "hosted_tool" ? tool.providerData?.server_label : undefined;
  return typeof server === "string" ? `${tool.name}:${server}` : tool.name;
}

function fromFunction(name: string, called: ToolFunction): Tool {
  const execute = called as (input: unknown, ctx: ToolContext) => unknown;
  return defineTool({
    name,
    description: called.description ?? `Calls ${name}.`,
    input: called.input ?? ANY_OBJECT,
    execute,
  });
}

const ANY_OBJECT = { type: "object", additionalProperties: true } as const;

const SDK_TYPES: ReadonlySet<unknown> = new Set(["function", "hosted_tool", "computer", "shell", "apply_patch"]);

function isSdkTool(value: unknown): value is SdkTool {
  return isObject(value) && SDK_TYPES.has(value.type);
}
