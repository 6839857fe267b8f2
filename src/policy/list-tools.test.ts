import { expect, test } from "vitest";
import { allOf } from "./all-of.ts";
import { listTools } from "./list-tools.ts";
import type { Rules } from "./rules.ts";

const tools = [{ id: "c" }, { id: "a", tags: ["write"] }, { id: "b" }, { id: "d" }];

test("what is denied is left out, what needs a confirmation stays, and the order is kept", () => {
  const rules: Rules = { allow: ["b", "c", "d"], deny: ["d"], confirm: ["tag:write"], params: {} };
  expect(listTools(rules, tools).map((tool) => tool.id)).toEqual(["c", "a", "b"]);
});

test("listing never runs an argument matcher and never looks at params", () => {
  const runs: unknown[] = [];
  const matcher = { tool: "a", args: (args: unknown) => runs.push(args) > 0 };
  const rules: Rules = { allow: [matcher], deny: [matcher], confirm: [matcher], params: { a: { x: { enum: [] } } } };
  expect(listTools(rules, tools)).toEqual([tools[1]]);
  expect(runs).toEqual([]);
});

test("a policy can be listed too, and nothing to list is an empty list", () => {
  expect(listTools(allOf({ allow: ["a"], deny: null, params: {} }), new Set(tools))).toEqual([tools[1]]);
  expect(listTools({ allow: null, deny: "*", params: {} }, tools)).toEqual([]);
  expect(listTools({ allow: "*", deny: null, params: {} }, [])).toEqual([]);
});
