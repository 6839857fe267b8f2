import fc from "fast-check";
import { expect, test } from "vitest";
import type { Selector } from "./rules.ts";
import { firstMatch } from "./selection.ts";
import { indexOfSelection } from "./selection-index.ts";

test("a frozen list and its copy that can change give the same first match", () => {
  const selector = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom("a", "b", "c", "d", "tag:x", "tag:y", "tag:", "xag:x", "__proto__") },
    { weight: 1, arbitrary: fc.constantFrom<unknown>("*", 7, { tool: "a", args: () => true }, { tool: "b" }) },
  );
  const subject = fc.record({
    id: fc.constantFrom("a", "b", "z", "tag:x", "xag:x", "__proto__", "*"),
    tags: fc.subarray(["x", "y", "", "constructor"]),
  });
  fc.assert(
    fc.property(
      fc.array(selector, { minLength: 4, maxLength: 12 }),
      subject,
      fc.constantFrom("grant" as const, "restrict" as const),
      fc.constantFrom(undefined, {}),
      (list, tool, purpose, args) => {
        const frozen = Object.freeze([...list]) as readonly Selector[];
        expect(indexOfSelection(frozen)).toBeDefined();
        expect(firstMatch(frozen, purpose, tool, args)).toBe(firstMatch(list as Selector[], purpose, tool, args));
      },
    ),
    { numRuns: 20_000 },
  );
});

test("a list that can change is read anew each time", () => {
  const list = ["a", "b", "c", "d", "e"];
  expect(firstMatch(list, "restrict", { id: "z" }, undefined)).toBe(-1);
  list[4] = "z";
  expect(firstMatch(list, "restrict", { id: "z" }, undefined)).toBe(4);
});
