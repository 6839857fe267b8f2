/** The toolbox as a model is offered it, in the shape of the Chat Completions API; made from the tools that run. */
import { type ChatCompletionTool, toChatCompletionTool } from "../tool/adapters/chat-completions.ts";
import { type AllowedToolName, TOOLS } from "./tools.ts";

export const TOOL_DEFINITIONS: { readonly [Name in AllowedToolName]: ChatCompletionTool<Name> } = Object.freeze(
  Object.fromEntries(Object.entries(TOOLS).map(([name, tool]) => [name, toChatCompletionTool(tool)])),
) as { [Name in AllowedToolName]: ChatCompletionTool<Name> };
