/** Tool rules under the names of their specification: two layers joined, and the question asked by name alone. */
import { decide } from "./decide.ts";
import { mergeRules } from "./merge-rules.ts";
import { normalizeToolRules, type ToolRulesInput } from "./normalize-tool-rules.ts";
import type { Rules } from "./rules.ts";

/** `incoming` is the more explicit of the two: it wins where both constrain a parameter. Throws E18. */
export function mergeToolRules(base: ToolRulesInput, incoming: ToolRulesInput): Rules {
  return mergeRules(base, incoming);
}

/** Whether some call of the tool is allowed, perhaps after a person confirmed it. Throws E18. */
export function isToolAllowed(rules: ToolRulesInput, toolName: string): boolean {
  return decide(normalizeToolRules(rules), { id: toolName }).effect !== "deny";
}
