/** The blocks of the DSL by the names the reference page gives them, and what each of them fills. */
import type { AgentExpression, ExportExpression, UseExpression } from "../expressions/agent-expression.ts";
import type {
  FederationExpression,
  RegistryExpression,
  SecurityExpression,
} from "../expressions/registry-expression.ts";
import type { CacheExpression, HistoryExpression, RunPolicyExpression } from "../expressions/run-policy-expression.ts";
import type { SchemaExpression } from "../expressions/schema-expression.ts";
import type {
  ApiExpression,
  CompletionExpression,
  MethodExpression,
  ServiceExpression,
} from "../expressions/service-expression.ts";
import type {
  BoundsExpression,
  ConfirmationExpression,
  ServerDataExpression,
  ToolExpression,
} from "../expressions/tool-expression.ts";
import type { ToolsetExpression } from "../expressions/toolset-expression.ts";

export interface Contexts {
  API: ApiExpression;
  Service: ServiceExpression;
  Method: MethodExpression;
  Agent: AgentExpression;
  Toolset: ToolsetExpression;
  /** The block of a `Use` that refers to a toolset. */
  Use: UseExpression;
  Export: ExportExpression;
  Tool: ToolExpression;
  ServerData: ServerDataExpression;
  BoundedResult: BoundsExpression;
  Confirmation: ConfirmationExpression;
  Completion: CompletionExpression;
  RunPolicy: RunPolicyExpression;
  Timing: RunPolicyExpression;
  History: HistoryExpression;
  Cache: CacheExpression;
  Registry: RegistryExpression;
  Federation: FederationExpression;
  Security: SecurityExpression;
  /** Every block that describes a type: of `Type`, `Args`, `Return`, `Attribute` and so on. */
  Schema: SchemaExpression;
}

export type ContextName = keyof Contexts;

/** A block that is running. */
export type Frame = {
  [C in ContextName]: { readonly context: C; readonly expression: Contexts[C]; readonly path: readonly string[] };
}[ContextName];

export type FrameOf<C extends ContextName> = Extract<Frame, { readonly context: C }>;
