/**
 * What the blocks of a design have said so far, one object for each declared thing. Made and filled during a single
 * evaluation, read when the model is built; every part remembers where it was said.
 */
import type { ToolEffect } from "../../tool/spec.ts";
import type { Located, Place } from "../problem.ts";
import type {
  MethodHandle,
  ProtocolVersionOption,
  ProviderOption,
  RegistryDeclaration,
  SecurityDeclaration,
  SecurityType,
  ToolsetReference,
} from "./declarations.ts";
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

export interface AgentExpression extends Place {
  readonly name: string;
  readonly service: ServiceExpression;
  description?: Located<string>;
  readonly meta: Map<string, string[]>;
  readonly uses: UseExpression[];
  readonly exports: ExportExpression[];
  readonly runPolicy: RunPolicyExpression;
}

export interface ToolsetExpression extends Place {
  readonly name: string;
  /** The agent that declares it in a `Use` or an `Export`; nobody at the top level. */
  readonly agent?: AgentExpression;
  /** The service whose methods a tool may be bound to by their bare names. */
  readonly service?: ServiceExpression;
  /** Whether it is declared in an `Export`, so that its tools are answered by the exporting agent. */
  readonly isExport: boolean;
  readonly provider: ProviderOption | undefined;
  description?: Located<string>;
  version?: Located<string>;
  readonly tags: string[];
  readonly meta: Map<string, string[]>;
  readonly tools: ToolExpression[];
}

/** A toolset that was declared before is referred to; one that is declared here is held. */
export type ToolsetTarget =
  | { readonly type: "reference"; readonly reference: ToolsetReference }
  | { readonly type: "inline"; readonly toolset: ToolsetExpression };

export interface UseExpression extends Place {
  readonly target: ToolsetTarget;
  readonly selected: Located<string>[];
}

export interface ExportExpression extends Place {
  readonly target: ToolsetTarget;
  readonly selected: Located<string>[];
  readonly tags: string[];
  readonly publishTo: Located<RegistryDeclaration>[];
}

export interface ToolExpression extends Place {
  readonly name: string;
  readonly toolset: ToolsetExpression;
  title?: Located<string>;
  description?: Located<string>;
  readonly tags: string[];
  readonly meta: Map<string, string[]>;
  args?: SchemaExpression;
  result?: SchemaExpression;
  readonly serverData: ServerDataExpression[];
  serverDataDefault?: Located<"on" | "off">;
  bounds?: BoundsExpression;
  binding?: Located<MethodName>;
  passthrough?: Located<MethodName | MethodHandle>;
  readonly inject: Located<string>[];
  callHint?: Located<string>;
  resultHint?: Located<string>;
  resultReminder?: Located<string>;
  confirmation?: ConfirmationExpression;
  effect?: Located<ToolEffect>;
  terminal?: Located<true>;
  bookkeeping?: Located<true>;
}

/** A method as a design names it: without a service, one of the service around. */
export interface MethodName {
  readonly service?: string;
  readonly method: string;
}

export interface ServerDataExpression extends Place {
  readonly kind: string;
  readonly schema: SchemaExpression;
  description?: Located<string>;
  audience?: Located<"timeline" | "internal" | "evidence">;
  mode?: Located<"always">;
  field?: Located<string>;
}

export interface BoundsExpression extends Place {
  cursor?: Located<string>;
  nextCursor?: Located<string>;
}

export interface ConfirmationExpression extends Place {
  title?: Located<string>;
  promptTemplate?: Located<string>;
  deniedResultTemplate?: Located<string>;
}

export interface CompletionExpression extends Place {
  readonly name: string;
  readonly service: ServiceExpression;
  description?: Located<string>;
  result?: SchemaExpression;
}

export interface RunPolicyExpression extends Place {
  maxToolCalls?: Located<number>;
  maxConsecutiveFailedToolCalls?: Located<number>;
  budget?: Located<string>;
  plan?: Located<string>;
  tools?: Located<string>;
  interruptsAllowed?: Located<boolean>;
  onMissingFields?: Located<"" | "finalize" | "await_clarification" | "resume">;
  history?: HistoryExpression;
  cache?: CacheExpression;
}

export interface HistoryExpression extends Place {
  keepRecentTurns?: Located<number>;
  triggerAt?: Located<number>;
  keepRecent?: Located<number>;
  triggerAtInputTokens?: Located<number>;
  keepInputTokens?: Located<number>;
}

export interface CacheExpression extends Place {
  afterSystem?: Located<true>;
  afterTools?: Located<true>;
}

export interface RegistryExpression extends Place {
  readonly name: string;
  description?: Located<string>;
  url?: Located<string>;
  apiVersion?: Located<string>;
  readonly security: Located<SecurityDeclaration>[];
  timeout?: Located<string>;
  retry?: Located<{ readonly maxRetries: number; readonly backoff: string }>;
  syncInterval?: Located<string>;
  cacheTtl?: Located<string>;
  federation?: FederationExpression;
}

export interface FederationExpression extends Place {
  readonly include: string[];
  readonly exclude: string[];
}

export interface SecurityExpression extends Place {
  readonly name: string;
  readonly type: SecurityType;
  description?: Located<string>;
  readonly meta: Map<string, string[]>;
}
