/** A service as designed: its methods, what it offers over the Model Context Protocol, and the toolsets it exports. */
import type { Meta } from "./tool-model.ts";
import type { ToolsetExport } from "./toolset-model.ts";
import type { TypePlace } from "./type-place.ts";

export interface ServiceModel {
  readonly name: string;
  readonly description?: string;
  readonly meta?: Meta;
  readonly methods: readonly MethodModel[];
  readonly exports: readonly ToolsetExport[];
  readonly mcp?: McpServerModel;
  /** Names of security schemes of this design. */
  readonly security: readonly string[];
}

export interface MethodModel {
  readonly name: string;
  readonly description?: string;
  readonly meta?: Meta;
  readonly payload?: TypePlace;
  readonly result?: TypePlace;
  /** What a method that streams sends, one by one. */
  readonly streamingResult?: TypePlace;
}

export interface McpServerModel {
  readonly name: string;
  readonly version: string;
  readonly description?: string;
  readonly protocolVersion?: string;
  readonly capabilities: { readonly tools: boolean; readonly resources: boolean; readonly prompts: boolean };
  readonly tools: readonly McpMethodModel[];
  readonly resources: readonly McpResourceModel[];
  readonly prompts: readonly McpPromptModel[];
  readonly notifications: readonly McpMethodModel[];
  readonly subscriptions: readonly { readonly resource: string; readonly method: string }[];
  readonly monitors: readonly { readonly name: string; readonly method: string }[];
}

/** Something that a method stands for under a name of its own; its payload and result are those of the method. */
export interface McpMethodModel {
  readonly name: string;
  readonly description: string;
  readonly method: string;
}

export interface McpResourceModel {
  readonly name: string;
  readonly uri: string;
  readonly mimeType: string;
  readonly method: string;
  readonly isWatchable: boolean;
}

export type McpPromptModel =
  | {
      readonly type: "static";
      readonly name: string;
      readonly description: string;
      readonly messages: readonly McpPromptMessage[];
    }
  | {
      readonly type: "dynamic";
      readonly name: string;
      readonly description: string;
      readonly method: string;
      readonly arguments: readonly McpPromptArgument[];
    };

export interface McpPromptMessage {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

export interface McpPromptArgument {
  readonly name: string;
  readonly description?: string;
  readonly required: boolean;
}
