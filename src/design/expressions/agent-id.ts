import type { AgentExpression } from "./expressions.ts";

/** `service.agent`. */
export function agentId({ service, name }: AgentExpression): string {
  return `${service.name}.${name}`;
}
