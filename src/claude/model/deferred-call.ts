/**
 * A call at which a session stopped, found in a prompt that brings its result. The session, and the tool's name in it,
 * travel in the metadata of the call, which the AI SDK hands back with the next request. A session keeps one open call: of several, and of
 * calls without it, the conversation goes to a new session as text.
 */
import type { LanguageModelV4Message, LanguageModelV4ToolResultPart } from "@ai-sdk/provider";
import type { McpResponse } from "../tools/sdk-mcp-tool.ts";
import { PROVIDER_KEY } from "./model-settings.ts";
import { toolOutputAsMcp } from "./tool-output.ts";
import type { UserMessage } from "./user-blocks.ts";

export interface DeferredCall {
  readonly sessionId: string;
  readonly toolCallId: string;
  readonly toolName: string;
  /** The name under which our server listed the tool when the call was made. */
  readonly listedName: string;
  readonly response: McpResponse;
  /** What the user said after the result. */
  readonly following: readonly UserMessage[];
}

export function findDeferredCall(conversation: readonly LanguageModelV4Message[]): DeferredCall | undefined {
  const position = conversation.findLastIndex(({ role }) => role === "assistant");
  const last = conversation[position];
  if (last?.role !== "assistant") return undefined;
  const calls = last.content.filter((part) => part.type === "tool-call" && part.providerExecuted !== true);
  const [call] = calls;
  if (calls.length !== 1 || call?.type !== "tool-call") return undefined;
  const { sessionId, listedName } = call.providerOptions?.[PROVIDER_KEY] ?? {};
  if (typeof sessionId !== "string" || typeof listedName !== "string") return undefined;

  const after = conversation.slice(position + 1);
  const result = after.flatMap(resultsIn).find(({ toolCallId }) => toolCallId === call.toolCallId);
  if (result === undefined) return undefined;
  const { toolCallId, toolName } = call;
  const following = after.filter((message) => message.role === "user");
  return { sessionId, toolCallId, toolName, listedName, response: toolOutputAsMcp(result.output), following };
}

function resultsIn(message: LanguageModelV4Message): LanguageModelV4ToolResultPart[] {
  return message.role === "tool" ? message.content.filter((part) => part.type === "tool-result") : [];
}
