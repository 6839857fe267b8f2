import { expect, test } from "vitest";
import { getContextWithToolRules } from "./context-with-tool-rules.ts";
import { ToolRulesMode } from "./tool-rules-mode.ts";

test("8.4 a mode becomes a context with its rules and an empty result", () => {
  expect(getContextWithToolRules(ToolRulesMode.DENY_ALL)).toEqual({
    toolRules: { allow: [], deny: "*", params: {} },
    result: null,
  });
});

test("8.4 rules are copied as they are written", () => {
  const rules = { deny: ["a"] };
  const context = getContextWithToolRules(rules);
  expect(context).toEqual({ toolRules: { deny: ["a"] }, result: null });
  expect(context.toolRules).not.toBe(rules);
});

test("8.4 anything else is E18", () => {
  for (const bad of ["bad", "ALLOW_ALL", null, undefined, 1, [], new Map()]) {
    expect(() => getContextWithToolRules(bad as unknown as ToolRulesMode)).toThrow(
      expect.objectContaining({ code: "E18" }),
    );
  }
});
