import type { AgentExpression } from "./agent-expression.ts";

/** `service.agent`. */
export function agentId({ service, name }: AgentExpression): string {
  return `${service.name}.${name}`;
}
