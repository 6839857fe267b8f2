/** Starts the context of a run from rules: they are checked when the run begins, and its result lands beside them. */
import { isPlainObject } from "../json/is-plain-object.ts";
import type { ToolRulesInput } from "./normalize-tool-rules.ts";
import type { Rules } from "./rules.ts";
import { toolRuleError } from "./tool-rule-error.ts";
import { isToolRulesMode, toolRulesFromMode } from "./tool-rules-mode.ts";

export interface ContextWithToolRules {
  [key: string]: unknown;
  toolRules: Rules;
  result: unknown;
}

/** Rules are copied as they are written. Throws E18 for anything that is neither a mode nor a plain object. */
export function getContextWithToolRules(rules: NonNullable<ToolRulesInput>): ContextWithToolRules {
  if (isToolRulesMode(rules)) return { toolRules: toolRulesFromMode(rules), result: null };
  if (!isPlainObject(rules)) throw toolRuleError("E18", {});
  return { toolRules: { ...rules }, result: null };
}
