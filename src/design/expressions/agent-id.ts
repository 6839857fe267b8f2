/** The name an agent goes by outside of its service: in ids, in problems and in generated code. */
import type { AgentExpression } from "./agent-expression.ts";

/** `service.agent`. */
export function agentId({ service, name }: AgentExpression): string {
  return `${service.name}.${name}`;
}
