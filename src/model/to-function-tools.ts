/** Tool definitions as a model call offers them: under their wire names, the last one with the cache checkpoint. */
import type { LanguageModelV4FunctionTool, SharedV4ProviderOptions } from "@ai-sdk/provider";
import type { ToolDefinition } from "../tool/spec.ts";
import { toPortSchema } from "./port-schema.ts";

export interface FunctionToolOptions {
  readonly toWireName: (toolName: string) => string;
  readonly afterTools?: SharedV4ProviderOptions | undefined;
}

export function toFunctionTools(
  tools: readonly ToolDefinition[],
  { toWireName, afterTools }: FunctionToolOptions,
): LanguageModelV4FunctionTool[] {
  return tools.map(({ name, description, parameters, strict }, index) => ({
    type: "function",
    name: toWireName(name),
    description,
    inputSchema: toPortSchema(parameters),
    ...(strict ? { strict } : {}),
    ...(afterTools !== undefined && index === tools.length - 1 ? { providerOptions: afterTools } : {}),
  }));
}
