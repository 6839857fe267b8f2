/**
 * The tie between a tool of ours and its form in the Agents SDK. It is carried by the SDK's object under a symbol, so
 * that it survives copies, and it is how rules find the declared id behind a wire name.
 */
import { isObject } from "../json/json.ts";
import type { Tool } from "../tool/tool.ts";
import type { SdkTool } from "./sdk-types.ts";

const origin = Symbol.for("kigumi.openai-agents.tool");

export function withOrigin<T extends SdkTool>(sdkTool: T, tool: Tool): T {
  return Object.assign(sdkTool, { [origin]: tool });
}

export function originOf(sdkTool: SdkTool): Tool | undefined {
  const tool: unknown = (sdkTool as { readonly [origin]?: unknown })[origin];
  return isKigumiTool(tool) ? tool : undefined;
}

export function isKigumiTool(value: unknown): value is Tool {
  return isObject(value) && isObject(value.spec) && typeof value.executeRaw === "function";
}
