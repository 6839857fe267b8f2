/** What the block of an agent has said: which toolsets it uses and exports. */
import type { Located, Place } from "../problem.ts";
import type { RegistryDeclaration, ToolsetReference } from "./declarations.ts";
import type { RunPolicyExpression } from "./run-policy-expression.ts";
import type { ServiceExpression } from "./service-expression.ts";
import type { ToolsetExpression } from "./toolset-expression.ts";

export interface AgentExpression extends Place {
  readonly name: string;
  readonly service: ServiceExpression;
  description?: Located<string>;
  readonly meta: Map<string, string[]>;
  readonly uses: UseExpression[];
  readonly exports: ExportExpression[];
  readonly runPolicy: RunPolicyExpression;
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
