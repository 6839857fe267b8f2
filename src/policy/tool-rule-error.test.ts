import { expect, test } from "vitest";
import { KigumiError } from "../errors/kigumi-error.ts";
import { TOOL_RULE_TEXTS, ToolRuleError, toolRuleError } from "./tool-rule-error.ts";

test("the eighteen texts are the specification's, to the letter", () => {
  expect(TOOL_RULE_TEXTS).toEqual({
    E1: "[kantan-agents][E1] instructions is required",
    E2: "[kantan-agents][E2] Prompt.text must not be empty",
    E3: "[kantan-agents][E3] Prompt.name and Prompt.version must not be empty",
    E4: "[kantan-agents][E4] Tool must define name",
    E5: "[kantan-agents][E5] Context must be a dict",
    E6: "[kantan-agents][E6] Context history must be a list",
    E7: "[kantan-agents][E7] Tool provider must implement list_tools and get_tool_rules",
    E8: "[kantan-agents][E8] Tool is not allowed: {tool_name}",
    E9: "[kantan-agents][E9] Unknown ToolRulesMode: {mode}",
    E10: "[kantan-agents][E10] Tool input must be a JSON object",
    E11: "[kantan-agents][E11] Tool parameter type mismatch: {tool_name}.{param_name}",
    E12: "[kantan-agents][E12] Tool parameter enum mismatch: {tool_name}.{param_name}",
    E13: "[kantan-agents][E13] Tool parameter minLength mismatch: {tool_name}.{param_name}",
    E14: "[kantan-agents][E14] Tool parameter maxLength mismatch: {tool_name}.{param_name}",
    E15: "[kantan-agents][E15] Tool parameter pattern mismatch: {tool_name}.{param_name}",
    E16: "[kantan-agents][E16] Tool parameter minimum mismatch: {tool_name}.{param_name}",
    E17: "[kantan-agents][E17] Tool parameter maximum mismatch: {tool_name}.{param_name}",
    E18: "[kantan-agents][E18] Tool rules must be a dict",
  });
});

test("an error carries its code, its text with the placeholders filled, and the placeholders as data", () => {
  const error = toolRuleError("E17", { tool_name: "search", param_name: "limit" }, { expected: 10 });
  expect(error).toBeInstanceOf(ToolRuleError);
  expect(KigumiError.isInstance(error)).toBe(true);
  expect(error.name).toBe("ToolRuleError");
  expect(error.code).toBe("E17");
  expect(error.message).toBe("[kantan-agents][E17] Tool parameter maximum mismatch: search.limit");
  expect(error.data).toEqual({ tool_name: "search", param_name: "limit", expected: 10 });
});

test("a tool whose name looks like a placeholder or a replacement pattern is printed as it is", () => {
  const error = toolRuleError("E11", { tool_name: "{param_name}$&", param_name: "$1" });
  expect(error.message).toBe("[kantan-agents][E11] Tool parameter type mismatch: {param_name}$&.$1");
});

test("forgetting a placeholder does not compile", () => {
  // @ts-expect-error E8 needs tool_name
  expect(toolRuleError("E8", {}).message).toBe("[kantan-agents][E8] Tool is not allowed: {tool_name}");
});
