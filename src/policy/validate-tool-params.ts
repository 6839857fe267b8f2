/** The parameter rules alone, for callers that have asked about the tool itself already. */
import { isObject, type JsonObject } from "../json/json.ts";
import { normalizeToolRules, type ToolRulesInput } from "./normalize-tool-rules.ts";
import { findParamViolation, violationError } from "./param-violation.ts";
import { toolRuleError } from "./tool-rule-error.ts";

/** Throws `ToolRuleError` for the first broken rule (E11 to E17), for input that is no object (E10), for bad rules (E18). */
export function validateToolParams(rules: ToolRulesInput, toolName: string, args: JsonObject): void {
  const { params } = normalizeToolRules(rules);
  if (!isObject(args)) throw toolRuleError("E10", {}, { tool_name: toolName });
  const violation = findParamViolation(params, toolName, args);
  if (violation !== undefined) throw violationError(toolName, violation);
}
