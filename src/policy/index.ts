/** One decision about what may be called: rules, the question asked of them, and the dialects they can be written in. */
export { allOf } from "./all-of.ts";
export { authorize, type PermittedDecision } from "./authorize.ts";
export { type BasicPolicy, fromBasicPolicy } from "./basic-policy.ts";
export { type ContextWithToolRules, getContextWithToolRules } from "./context-with-tool-rules.ts";
export { decide } from "./decide.ts";
export type { Decision } from "./decision.ts";
export { explain } from "./explain.ts";
export { listTools } from "./list-tools.ts";
export { mergeRules } from "./merge-rules.ts";
export { normalizeToolRules, type ToolRulesInput } from "./normalize-tool-rules.ts";
export type { ParamViolation, ParamViolationCode } from "./param-violation.ts";
export type {
  ArgumentMatcher,
  CompleteRules,
  Effect,
  ParamRule,
  ParamType,
  Policy,
  PolicySubject,
  Rules,
  Selection,
  Selector,
  ToolParamRules,
} from "./rules.ts";
export { fromSecurityPolicy, type PolicyLevel, type SecurityPolicyConfig } from "./security-policy.ts";
export { selectAllowedTools } from "./select-allowed-tools.ts";
export { type Placeholders, type ToolRuleCode, ToolRuleError, toolRuleError } from "./tool-rule-error.ts";
export { isToolAllowed, mergeToolRules } from "./tool-rules.ts";
export { ToolRulesMode, toolRulesFromMode } from "./tool-rules-mode.ts";
export { validateToolParams } from "./validate-tool-params.ts";
