/** What the block of a toolset has said. */
import type { Located, Place } from "../problem.ts";
import type { AgentExpression } from "./agent-expression.ts";
import type { ProviderOption } from "./declarations.ts";
import type { ServiceExpression } from "./service-expression.ts";
import type { ToolExpression } from "./tool-expression.ts";

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
