import fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonObject } from "../json/json.ts";
import { allOf } from "./all-of.ts";
import { decide } from "./decide.ts";
import { explain } from "./explain.ts";
import type { Rules, Selection } from "./rules.ts";

const rules: Rules = {
  allow: ["docs.search", { tool: "docs.edit", args: (args: JsonObject) => args.draft === true }],
  deny: ["docs.drop", "tag:write"],
  params: { "docs.search": { limit: { maximum: 10 }, query: { pattern: "(" } } },
};

test("a denial names the rule by its place", () => {
  expect(explain(rules, { id: "docs.save", tags: ["write"] }, {})).toMatchInlineSnapshot(`
    "deny docs.save: a deny rule matches
      deny[1] = tag:write decides
      confirm: not consulted
      allow: not consulted
      params: not consulted"
  `);
});

test("an allowed call says what did not stop it", () => {
  expect(explain(rules, { id: "docs.search" }, { limit: 3 })).toMatchInlineSnapshot(`
    "allow docs.search: an allow rule matches
      deny: none of 2 selectors matches
      confirm: no opinion
      allow[0] = docs.search decides
      params: nothing is broken"
  `);
  expect(explain(rules, { id: "docs.edit" })).toMatchInlineSnapshot(`
    "allow docs.edit: an allow rule matches
      deny: none of 2 selectors matches
      confirm: no opinion
      allow[1] = calls of docs.edit by their arguments decides
      params: not checked without arguments"
  `);
});

test("a tool that nothing selects is explained by the default", () => {
  expect(explain(rules, { id: "docs.other" }, {})).toMatchInlineSnapshot(`
    "deny docs.other: not in the allow list
      deny: none of 2 selectors matches
      confirm: no opinion
      allow: none of 2 selectors matches
      unmatched decides: by default
      params: not consulted"
  `);
});

test("a broken parameter rule is quoted, and a pattern that is itself broken says so", () => {
  expect(explain(rules, { id: "docs.search" }, { limit: 11 })).toMatchInlineSnapshot(`
    "deny docs.search: [kantan-agents][E17] Tool parameter maximum mismatch: docs.search.limit
      deny: none of 2 selectors matches
      confirm: no opinion
      allow[0] = docs.search matches
      params: "docs.search" "limit" maximum = 10 decides"
  `);
  expect(explain(rules, { id: "docs.search" }, { query: "x" })).toContain('pattern = "(" decides (the pattern');
});

test("malformed rules and malformed selectors are called so", () => {
  const junk = { allow: "*", deny: [7], params: {} } as unknown as Rules;
  expect(explain(junk, { id: "a" })).toContain("deny[0] = (malformed, so it counts against the call) decides");
  const lost = { allow: "*", deny: [{ tool: "a" }], params: {} } as unknown as Rules;
  expect(explain(lost, { id: "a" })).toContain("deny[0] = (malformed, so it counts against the call) decides");
  expect(explain({ allow: 7 } as unknown as Rules, { id: "a" })).toMatchInlineSnapshot(`
    "deny a: allow is not null, "*" or a list
      no rule was consulted"
  `);
});

test("a composed policy explains each of its parts", () => {
  const policy = allOf({ allow: "*", deny: null, params: {} }, rules);
  expect(explain(policy, { id: "docs.drop" })).toMatchInlineSnapshot(`
    "deny docs.drop: policy 2 of 2: a deny rule matches
      policy 1 of 2: allow docs.drop: an allow rule matches
        deny: no opinion
        confirm: no opinion
        allow = * decides
        params: not checked without arguments
      policy 2 of 2: deny docs.drop: a deny rule matches
        deny[0] = docs.drop decides
        confirm: not consulted
        allow: not consulted
        params: not consulted"
  `);
});

test("the rule that is said to decide is the one that did", () => {
  const selection = fc.constantFrom<Selection>(null, "*", [], ["a"], ["b", "tag:t"], ["a", "b"]);
  const written = fc.record(
    { allow: selection, deny: selection, confirm: selection, unmatched: fc.constantFrom("allow", "deny", "confirm") },
    { requiredKeys: ["allow", "deny"] },
  );
  fc.assert(
    fc.property(written, fc.constantFrom("a", "b", "c"), fc.subarray(["t"]), (parts, id, tags) => {
      const some: Rules = { params: {}, ...parts };
      const { effect, matched } = decide(some, { id, tags });
      const line = explain(some, { id, tags })
        .split("\n")
        .find((text) => text.includes(" decides"));
      if (matched === undefined) expect(line).toMatch(/^ {2}unmatched decides/);
      else expect(line).toMatch(new RegExp(`^  ${effect}(\\[\\d\\])? = `));
    }),
  );
});
