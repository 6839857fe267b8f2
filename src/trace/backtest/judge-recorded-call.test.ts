import fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonObject } from "../../json/json.ts";
import { decide } from "../../policy/decide.ts";
import type { CompleteRules, Selection } from "../../policy/rules.ts";
import { judgeRecordedCall } from "./judge-recorded-call.ts";

const tags = ["read", "write", "ops"];
const selector = fc.oneof(
  fc.constantFrom("exec", "other", ...tags.map((tag) => `tag:${tag}`)),
  fc.record({ tool: fc.constantFrom("exec", "other"), args: fc.constant(({ path }: JsonObject) => path === "a") }),
);
const selection: fc.Arbitrary<Selection> = fc.oneof(
  fc.constant(null),
  fc.constant("*" as const),
  fc.array(selector, { maxLength: 3 }),
);
const rulesArbitrary: fc.Arbitrary<CompleteRules> = fc.record({
  allow: selection,
  deny: selection,
  confirm: selection,
  params: fc.constantFrom<CompleteRules["params"]>({}, { exec: { path: { maxLength: 1 } } }, { exec: { path: null } }),
});
const argsArbitrary = fc.record({ path: fc.constantFrom("a", "b", "long") }, { requiredKeys: [] });

test("a verdict without knowing the tags holds for whatever tags the tool has", () => {
  fc.assert(
    fc.property(rulesArbitrary, argsArbitrary, fc.subarray(tags), (rules, args, actual) => {
      const verdict = judgeRecordedCall(rules, { id: "exec" }, { args });
      if (verdict.type === "undecidable") return;
      expect(decide(rules, { id: "exec", tags: actual }, args).effect).toBe(verdict.decision.effect);
    }),
  );
});

test("a verdict without knowing the arguments holds for whatever arguments there were", () => {
  fc.assert(
    fc.property(rulesArbitrary, argsArbitrary, fc.subarray(tags), (rules, args, actual) => {
      const tool = { id: "exec", tags: actual };
      const verdict = judgeRecordedCall(rules, tool, {});
      if (verdict.type === "undecidable") return;
      expect(decide(rules, tool, args).effect).toBe(verdict.decision.effect);
    }),
  );
});

test("with arguments and tags at hand the verdict is the decision", () => {
  fc.assert(
    fc.property(rulesArbitrary, argsArbitrary, fc.subarray(tags), (rules, args, actual) => {
      const tool = { id: "exec", tags: actual };
      const decision = decide(rules, tool, args);
      expect(judgeRecordedCall(rules, tool, { args })).toEqual({ type: "decided", decision });
    }),
  );
});
