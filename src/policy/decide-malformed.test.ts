import fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonObject } from "../json/json.ts";
import { decide } from "./decide.ts";
import { normalizeToolRules } from "./normalize-tool-rules.ts";
import type { Policy, PolicySubject, Rules } from "./rules.ts";

const tool: PolicySubject = { id: "a", tags: ["t"] };

function effect(rules: unknown, subject: unknown = tool, args?: unknown): string {
  return decide(rules as Rules, subject as PolicySubject, args as JsonObject).effect;
}

test("a selection nobody can read denies everything, wherever it stands", () => {
  for (const junk of [42, true, {}, () => true, Symbol("x")]) {
    expect(effect({ allow: junk, deny: null, unmatched: "allow" })).toBe("deny");
    expect(effect({ allow: "*", deny: junk })).toBe("deny");
    expect(effect({ allow: "*", deny: null, confirm: junk })).toBe("deny");
  }
});

test("a malformed selector matches where it restricts and not where it grants", () => {
  for (const junk of [42, null, undefined, [], {}, { tool: 1, args: () => true }]) {
    expect(effect({ allow: "*", deny: [junk] })).toBe("deny");
    expect(effect({ allow: "*", deny: null, confirm: [junk] })).toBe("confirm");
    expect(effect({ allow: [junk], deny: null })).toBe("deny");
    expect(effect({ allow: [junk, "a"], deny: null })).toBe("allow");
  }
});

test("the holes of a sparse list are malformed selectors", () => {
  expect(effect({ allow: "*", deny: new Array(2) })).toBe("deny");
  expect(effect({ allow: "*", deny: Object.freeze(new Array(20)) })).toBe("deny");
});

test("a matcher that lost its function, as in JSON, counts against calls of its own tool only", () => {
  const [lost] = JSON.parse(JSON.stringify([{ tool: "a", args: () => true }]));
  expect(effect({ allow: [lost], deny: null }, tool, {})).toBe("deny");
  expect(effect({ allow: [lost], deny: null })).toBe("deny");
  expect(effect({ allow: "*", deny: [lost] })).toBe("deny");
  expect(effect({ allow: "*", deny: [lost] }, { id: "b" }, {})).toBe("allow");
});

test("a matcher that throws, or answers with no boolean, counts against the call", () => {
  const fails = () => {
    throw new Error("matcher broke");
  };
  for (const args of [fails, async () => false, async () => true, () => undefined, () => 1]) {
    const matcher = { tool: "a", args };
    expect(effect({ allow: "*", deny: [matcher] }, tool, {})).toBe("deny");
    expect(effect({ allow: "*", deny: null, confirm: [matcher] }, tool, {})).toBe("confirm");
    expect(effect({ allow: [matcher], deny: null }, tool, {})).toBe("deny");
  }
});

test("a bare string is a list of one, and a list with a star is a star", () => {
  expect(effect({ allow: "a", deny: null })).toBe("allow");
  expect(effect({ allow: "b", deny: null })).toBe("deny");
  expect(effect({ allow: "*", deny: "a" })).toBe("deny");
  expect(effect({ allow: "*", deny: "tag:t" })).toBe("deny");
  expect(effect({ allow: ["x", "*"], deny: null })).toBe("allow");
  expect(effect({ allow: "*", deny: ["x", "*"] })).toBe("deny");
});

test("what is no rules object, or has neither allow nor deny, allows nothing", () => {
  for (const junk of [null, undefined, "*", 1, [], {}, new Map(), { alow: "*" }]) expect(effect(junk)).toBe("deny");
});

test("an unknown unmatched effect, unreadable params, tools and arguments deny", () => {
  const open = { allow: "*", deny: null, params: {} };
  expect(effect({ allow: null, deny: null, unmatched: "maybe" })).toBe("deny");
  expect(effect({ ...open, params: "none" })).toBe("deny");
  expect(effect(open, { name: "a" })).toBe("deny");
  expect(effect(open, null)).toBe("deny");
  expect(effect(open, { id: "a", tags: "t" })).toBe("deny");
  expect(effect(open, { id: "a", tags: [null] })).toBe("deny");
  for (const args of [null, [], "{}", 1]) expect(effect(open, tool, args)).toBe("deny");
  expect(effect(open, tool, {})).toBe("allow");
});

test("a policy that throws, or answers with no decision, has not allowed anything", () => {
  const failing: Policy = {
    decide() {
      throw new Error("backend is down");
    },
  };
  expect(decide(failing, tool)).toEqual({ effect: "deny", reason: "the policy failed: backend is down" });
  for (const answer of [undefined, true, "allow", Promise.resolve({ effect: "allow" }), { effect: "yes" }]) {
    expect(effect({ decide: () => answer })).toBe("deny");
  }
});

test("normalizing never changes a decision, whatever was written", () => {
  const name = fc.constantFrom("a", "b", "*", "tag:t", "tag:u", "");
  const junk = fc.constantFrom<unknown>(1, {}, true, { tool: "a" }, { tool: "b", args: () => true }, null, undefined);
  const selection = fc.oneof(fc.constant(null), name, junk, fc.array(fc.oneof(name, name, junk), { maxLength: 5 }));
  const written = fc.record(
    {
      allow: selection,
      deny: selection,
      confirm: selection,
      unmatched: fc.constantFrom("allow", "deny", "confirm", "x"),
    },
    { requiredKeys: ["allow", "deny"] },
  );
  const subject = fc.record({ id: fc.constantFrom("a", "b", "c"), tags: fc.subarray(["t", "u"]) });
  fc.assert(
    fc.property(written, subject, fc.constantFrom(undefined, {}), (raw, someTool, args) => {
      // Both undefined is the one shape the two read differently: no rules for decide, no opinion for the normalizer.
      fc.pre(raw.allow !== undefined || raw.deny !== undefined);
      const canonical = normalizeToolRules(raw as Partial<Rules>);
      expect(effect(canonical, someTool, args)).toBe(effect(raw, someTool, args));
    }),
    { numRuns: 20_000 },
  );
});
