import fc from "fast-check";
import { expect, test } from "vitest";
import { allOf } from "./all-of.ts";
import { decide } from "./decide.ts";
import { mergeRules } from "./merge-rules.ts";
import type { ToolRulesInput } from "./normalize-tool-rules.ts";
import type { Rules, Selection } from "./rules.ts";
import { mergeToolRules } from "./tool-rules.ts";
import { ToolRulesMode } from "./tool-rules-mode.ts";

test("9.2 allow and deny are joined by union: null changes nothing, star absorbs, lists keep their order", () => {
  const a: Selection = ["a", "c"];
  const b: Selection = ["b", "a"];
  const table: [Selection, Selection, Selection][] = [
    [null, null, null],
    [null, [], []],
    [null, b, b],
    [null, "*", "*"],
    [[], null, []],
    [[], [], []],
    [[], b, b],
    [[], "*", "*"],
    [a, null, a],
    [a, [], a],
    [a, b, ["a", "c", "b"]],
    [a, "*", "*"],
    ["*", null, "*"],
    ["*", [], "*"],
    ["*", b, "*"],
    ["*", "*", "*"],
  ];
  for (const [base, incoming, joined] of table) {
    expect(mergeToolRules({ allow: base }, { allow: incoming })).toEqual({ allow: joined, deny: null, params: {} });
    expect(mergeToolRules({ deny: base }, { deny: incoming })).toEqual({ allow: null, deny: joined, params: {} });
    const confirm = joined === null ? {} : { confirm: joined };
    expect(mergeRules({ confirm: base }, { confirm: incoming })).toEqual({
      allow: null,
      deny: null,
      params: {},
      ...confirm,
    });
  }
});

test("9.2 params are merged by tool and parameter, and the later layer wins", () => {
  const base = { params: { t: { p: { type: "string", minLength: 1 }, q: { enum: [1] } }, u: { r: { maximum: 1 } } } };
  const incoming = { params: { t: { p: { minLength: 2, pattern: "x" } }, v: { s: { minimum: 0 } } } };
  expect(mergeToolRules(base as ToolRulesInput, incoming).params).toEqual({
    t: { p: { type: "string", minLength: 2, pattern: "x" }, q: { enum: [1] } },
    u: { r: { maximum: 1 } },
    v: { s: { minimum: 0 } },
  });
});

test("what is no mapping replaces, on either side and at either level", () => {
  const mapping = { t: { p: { maximum: 1 } } };
  function merged(base: unknown, incoming: unknown): unknown {
    return mergeToolRules({ params: base } as ToolRulesInput, { params: incoming } as ToolRulesInput).params;
  }
  expect(merged(mapping, { t: null })).toEqual({ t: null });
  expect(merged({ t: null }, mapping)).toEqual(mapping);
  expect(merged(mapping, { t: { p: null } })).toEqual({ t: { p: null } });
  expect(merged({ t: { p: "x" } }, mapping)).toEqual(mapping);
  expect(merged(mapping, { t: [] })).toEqual({ t: [] });
  expect(merged(mapping, "x")).toEqual(mapping);
});

test("merging leaves its layers as they were, and shares no mapping with them", () => {
  const base = { allow: ["a"], params: { t: { p: { maximum: 1 } } } };
  const before = structuredClone(base);
  const merged = mergeRules(base, { allow: ["b"], params: { t: { p: { maximum: 2 } } } });
  expect(base).toEqual(before);
  expect(merged.params.t).not.toBe(base.params.t);
});

test("names of Object.prototype are ordinary keys of params", () => {
  const polluted = JSON.parse(
    '{"__proto__": {"__proto__": {"__proto__": 1, "enum": []}}, "constructor": {"x": {"enum": []}}}',
  );
  const { params } = mergeRules({ params: polluted }, { params: polluted });
  expect(Object.keys(params)).toEqual(["__proto__", "constructor"]);
  expect(Object.getPrototypeOf(params)).toBe(Object.prototype);
  expect(({} as Record<string, unknown>).enum).toBeUndefined();
  expect(decide({ allow: "*", deny: null, params }, { id: "__proto__" }, JSON.parse('{"__proto__": 1}')).effect).toBe(
    "deny",
  );
});

test("no layer can loosen DENY_ALL, and ALLOW_ALL lifts no deny", () => {
  const denied = mergeRules(ToolRulesMode.DENY_ALL, ToolRulesMode.ALLOW_ALL, { allow: ["a"] });
  expect(decide(denied, { id: "a" }).effect).toBe("deny");
  expect(decide(mergeRules({ deny: ["a"] }, ToolRulesMode.ALLOW_ALL), { id: "a" }).effect).toBe("deny");
  expect(mergeRules(ToolRulesMode.RECOMMENDED, { allow: ["a"] })).toEqual({ allow: ["a"], deny: null, params: {} });
});

test("the stricter unmatched wins, and an allow list counts as a deny of the rest", () => {
  expect(mergeRules({ unmatched: "confirm" }, { unmatched: "allow" }).unmatched).toBe("confirm");
  expect(mergeRules({ unmatched: "confirm" }, { unmatched: "deny" }).unmatched).toBe("deny");
  expect(mergeRules({}, { unmatched: "confirm" }).unmatched).toBe("confirm");
  expect(mergeRules({ allow: ["a"] }, { unmatched: "allow" }).unmatched).toBe("deny");
  expect(mergeRules({ allow: ["a"] }, { allow: ["b"] })).not.toHaveProperty("unmatched");
});

test("no layers are no opinion; a layer that is no rules, or an opaque policy, is E18", () => {
  expect(mergeRules()).toEqual({ allow: null, deny: null, params: {} });
  expect(() => mergeRules({}, "x" as unknown as ToolRulesInput)).toThrow("[kantan-agents][E18]");
  expect(() => mergeRules(allOf() as unknown as ToolRulesInput)).toThrow("[kantan-agents][E18]");
});

const selection = fc.oneof(
  fc.constantFrom<Selection>(null, "*"),
  fc.uniqueArray(fc.constantFrom("a", "b", "tag:t"), { maxLength: 3 }),
);
const someRules: fc.Arbitrary<Rules> = fc
  .record(
    {
      allow: selection,
      deny: selection,
      confirm: selection,
      unmatched: fc.constantFrom("allow" as const, "deny" as const, "confirm" as const),
    },
    { requiredKeys: ["allow", "deny"] },
  )
  .map((parts) => ({ ...parts, params: {} }));
const someTool = fc.record({ id: fc.constantFrom("a", "b", "c"), tags: fc.subarray(["t"]) });

test("merging is associative, and merging a layer with itself changes nothing", () => {
  fc.assert(
    fc.property(someRules, someRules, someRules, someTool, (x, y, z, tool) => {
      const left = decide(mergeRules(mergeRules(x, y), z), tool).effect;
      expect(decide(mergeRules(x, mergeRules(y, z)), tool).effect).toBe(left);
      expect(decide(mergeRules(x, y, z), tool).effect).toBe(left);
      expect(decide(mergeRules(x, x), tool).effect).toBe(decide(x, tool).effect);
    }),
    { numRuns: 5_000 },
  );
});
