import fc from "fast-check";
import { expect, test } from "vitest";
import { allOf } from "./all-of.ts";
import { decide } from "./decide.ts";
import type { Effect, Rules } from "./rules.ts";

const tool = { id: "a" };

function always(effect: Effect): Rules {
  return { allow: [], deny: null, params: {}, unmatched: effect };
}

test("every policy has to allow, and the strictest answer wins", () => {
  const effects = ["allow", "confirm", "deny"] as const;
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...effects), { maxLength: 5 }), (parts) => {
      const expected = effects.findLast((effect) => parts.includes(effect)) ?? "allow";
      expect(decide(allOf(...parts.map(always)), tool).effect).toBe(expected);
    }),
  );
});

test("the reason names the policy that decided", () => {
  expect(decide(allOf(always("allow"), always("confirm"), always("deny")), tool)).toEqual({
    effect: "deny",
    reason: 'policy 3 of 3: no rule matches, and unmatched is "deny"',
  });
  expect(decide(allOf(always("confirm"), always("confirm")), tool).reason).toMatch(/^policy 1 of 2: /);
  expect(decide(allOf(always("allow")), tool)).toEqual({ effect: "allow", reason: "every policy allows it" });
});

test("what matched and what was violated survive the composition", () => {
  const params = { a: { n: { maximum: 1 } } };
  const composed = allOf(always("confirm"), { allow: "*", deny: null, params });
  expect(decide(composed, tool, { n: 2 })).toMatchObject({ effect: "deny", violation: { code: "E17" } });
  expect(decide(allOf({ allow: "*", deny: ["a"], params: {} }), tool).matched).toBe("a");
});

test("compositions nest, and rules that cannot be read deny inside them", () => {
  expect(decide(allOf(allOf(always("allow")), allOf(always("confirm"))), tool).effect).toBe("confirm");
  expect(decide(allOf(always("allow"), null as unknown as Rules), tool).effect).toBe("deny");
});

test("without policies there is nothing to object", () => {
  expect(decide(allOf(), tool).effect).toBe("allow");
});
