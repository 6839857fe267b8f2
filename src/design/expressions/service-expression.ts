/** What the blocks of an API, its services and their methods have said, offers over MCP included. */
import type { Located, Place } from "../problem.ts";
import type { AgentExpression, ExportExpression } from "./agent-expression.ts";
import type { ProtocolVersionOption, SecurityDeclaration } from "./declarations.ts";
import type { SchemaExpression } from "./schema-expression.ts";

export interface ApiExpression extends Place {
  readonly name: string;
  title?: Located<string>;
  description?: Located<string>;
  version?: Located<string>;
  agentDocs: boolean;
  readonly meta: Map<string, string[]>;
}

export interface ServiceExpression extends Place {
  readonly name: string;
  description?: Located<string>;
  readonly meta: Map<string, string[]>;
  readonly methods: MethodExpression[];
  readonly agents: AgentExpression[];
  readonly exports: ExportExpression[];
  readonly completions: CompletionExpression[];
  mcp?: McpExpression;
  readonly prompts: StaticPromptExpression[];
  readonly security: Located<SecurityDeclaration>[];
}

export interface MethodExpression extends Place {
  readonly name: string;
  readonly service: ServiceExpression;
  description?: Located<string>;
  readonly meta: Map<string, string[]>;
  payload?: SchemaExpression;
  result?: SchemaExpression;
  streamingResult?: SchemaExpression;
  readonly offers: McpOffer[];
}

/** What a method is over MCP. */
export type McpOffer = Place &
  (
    | { readonly type: "tool" | "prompt" | "notification"; readonly name: string; readonly description: string }
    | {
        readonly type: "resource";
        readonly name: string;
        readonly uri: string;
        readonly mimeType: string;
        readonly isWatchable: boolean;
      }
    | { readonly type: "subscription"; readonly resource: string }
    | { readonly type: "monitor"; readonly name: string }
  );

export interface McpExpression extends Place {
  readonly name: string;
  readonly version: string;
  readonly protocolVersion: ProtocolVersionOption | undefined;
}

export interface StaticPromptExpression extends Place {
  readonly name: string;
  readonly description: string;
  readonly messages: readonly { readonly role: "system" | "user" | "assistant"; readonly content: string }[];
}

export interface CompletionExpression extends Place {
  readonly name: string;
  readonly service: ServiceExpression;
  description?: Located<string>;
  result?: SchemaExpression;
}
