/** The conversation a planner reads: what was said, thought, called and answered, in order. Pure data, as logged. */
import type { JsonObject } from "../json/json.ts";
import type { ContentPart } from "../tool/content-part.ts";

export type Message = SystemMessage | UserMessage | AssistantMessage | ToolResultsMessage;

export interface SystemMessage {
  readonly role: "system";
  readonly content: string;
}

export interface UserMessage {
  readonly role: "user";
  readonly content: string | readonly ContentPart[];
}

export interface AssistantMessage {
  readonly role: "assistant";
  readonly content: readonly AssistantPart[];
}

export type AssistantPart = (
  | { readonly type: "text"; readonly text: string }
  /** Kept whole, signature and all: providers refuse a tool turn whose thinking was dropped or changed. */
  | { readonly type: "thinking"; readonly text: string; readonly signature?: string; readonly redacted?: string }
  | { readonly type: "tool_use"; readonly id: string; readonly name: string; readonly args: JsonObject }
) & {
  /** What the provider said of the part, by provider. It goes back as it came: a provider may insist on it. */
  readonly providerMetadata?: JsonObject;
};

/** Answers to the tool uses of the assistant message before it, in the order of the calls. */
export interface ToolResultsMessage {
  readonly role: "tool";
  readonly results: readonly ToolResultPart[];
}

export interface ToolResultPart {
  readonly id: string;
  readonly name: string;
  readonly content: string | readonly ContentPart[];
  readonly isError?: true;
}
