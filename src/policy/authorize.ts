/** The gate in front of execution: returns the decision that lets a call through, or throws what stops it. */
import { isObject, type JsonObject } from "../json/json.ts";
import { decide } from "./decide.ts";
import type { Decision } from "./decision.ts";
import { violationError } from "./param-violation.ts";
import type { Policy, PolicySubject, Rules } from "./rules.ts";
import { type ToolRuleError, toolRuleError } from "./tool-rule-error.ts";

export type PermittedDecision = Extract<Decision, { effect: "allow" | "confirm" }>;
type DeniedDecision = Extract<Decision, { effect: "deny" }>;

/** Throws `ToolRuleError`: E8 for the tool, E10 for arguments that are no object, E11 to E17 for one argument. */
export function authorize(rules: Rules | Policy, tool: PolicySubject, args: JsonObject): PermittedDecision {
  if (!isObject(args)) {
    const byName = decide(rules, tool);
    throw byName.effect === "deny" ? toError(byName, tool) : toolRuleError("E10", {}, { tool_name: tool.id });
  }
  const decision = decide(rules, tool, args);
  if (decision.effect === "deny") throw toError(decision, tool);
  return decision;
}

function toError({ reason, violation }: DeniedDecision, tool: PolicySubject): ToolRuleError {
  return violation === undefined
    ? toolRuleError("E8", { tool_name: String(tool?.id) }, { reason })
    : violationError(tool.id, violation);
}
