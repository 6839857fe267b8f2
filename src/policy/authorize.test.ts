import { expect, test } from "vitest";
import type { JsonObject } from "../json/json.ts";
import { allOf } from "./all-of.ts";
import { authorize } from "./authorize.ts";
import type { Rules } from "./rules.ts";
import type { ToolRuleError } from "./tool-rule-error.ts";

const rules: Rules = {
  allow: ["search", "write"],
  deny: ["drop"],
  confirm: ["write"],
  params: { search: { limit: { type: "integer", maximum: 10 } } },
};

function errorOf(run: () => unknown): ToolRuleError {
  try {
    run();
  } catch (error) {
    return error as ToolRuleError;
  }
  throw new Error("nothing was thrown");
}

test("a call that may run, or may run after a confirmation, comes back with its decision", () => {
  expect(authorize(rules, { id: "search" }, { limit: 3 })).toMatchObject({ effect: "allow", matched: "search" });
  expect(authorize(rules, { id: "write" }, {})).toMatchObject({ effect: "confirm", matched: "write" });
});

test("a denied tool is E8 with the reason as data", () => {
  const error = errorOf(() => authorize(rules, { id: "drop" }, {}));
  expect(error.code).toBe("E8");
  expect(error.message).toBe("[kantan-agents][E8] Tool is not allowed: drop");
  expect(error.data).toEqual({ tool_name: "drop", reason: "a deny rule matches" });
});

test("a broken parameter rule is its own code, without the value that broke it", () => {
  const error = errorOf(() => authorize(rules, { id: "search" }, { limit: 11 }));
  expect(error.code).toBe("E17");
  expect(error.message).toBe("[kantan-agents][E17] Tool parameter maximum mismatch: search.limit");
  expect(error.data).toEqual({ tool_name: "search", param_name: "limit", constraint: "maximum", expected: 10 });
});

test("arguments that are no object are E10, unless the tool is denied anyway", () => {
  const notAnObject = [1] as unknown as JsonObject;
  expect(errorOf(() => authorize(rules, { id: "search" }, notAnObject)).code).toBe("E10");
  expect(errorOf(() => authorize(rules, { id: "drop" }, notAnObject)).code).toBe("E8");
  expect(errorOf(() => authorize(rules, { id: "search" }, undefined as unknown as JsonObject)).code).toBe("E10");
});

test("a violation inside a composed policy keeps its code", () => {
  const policy = allOf({ allow: "*", deny: null, params: {} }, rules);
  expect(errorOf(() => authorize(policy, { id: "search" }, { limit: 0.5 })).code).toBe("E11");
});
