/** The gate in front of execution: returns the decision that lets a call through, or throws what stops it. */
import { isObject, type JsonObject } from "../json/json.ts";
import { decide } from "./decide.ts";
import type { Decision } from "./decision.ts";
import { denialError } from "./denial-error.ts";
import type { Policy, PolicySubject, Rules } from "./rules.ts";
import { toolRuleError } from "./tool-rule-error.ts";

export type PermittedDecision = Extract<Decision, { effect: "allow" | "confirm" }>;

/** Throws `ToolRuleError`: E8 for the tool, E10 for arguments that are no object, E11 to E17 for one argument. */
export function authorize(rules: Rules | Policy, tool: PolicySubject, args: JsonObject): PermittedDecision {
  const hasArguments = isObject(args);
  const decision = hasArguments ? decide(rules, tool, args) : decide(rules, tool);
  if (decision.effect === "deny") throw denialError(decision, String(tool?.id));
  if (!hasArguments) throw toolRuleError("E10", {}, { tool_name: tool.id });
  return decision;
}
