/** The error a denial becomes where it has to be thrown or reported: E8 for the tool, E11 to E17 for an argument. */
import type { Decision } from "./decision.ts";
import { violationError } from "./param-violation.ts";
import { type ToolRuleError, toolRuleError } from "./tool-rule-error.ts";

export function denialError(decision: Extract<Decision, { effect: "deny" }>, toolId: string): ToolRuleError {
  const { reason, violation } = decision;
  return violation === undefined
    ? toolRuleError("E8", { tool_name: toolId }, { reason })
    : violationError(toolId, violation);
}
