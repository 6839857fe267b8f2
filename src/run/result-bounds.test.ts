import { expect, test } from "vitest";
import { jsonResult, type ToolResult, textResult } from "../tool/result.ts";
import type { BoundsDeclaration, ToolSpec } from "../tool/spec.ts";
import { boundsReminder } from "./bounds-reminder.ts";
import { checkBounds } from "./result-bounds.ts";

const paging = { cursor: "page", nextCursor: "next_page" };

function check(result: ToolResult, declared: BoundsDeclaration | undefined = paging, args = {}) {
  const spec = { id: "list", ...(declared === undefined ? {} : { bounds: declared }) } as ToolSpec;
  return checkBounds(spec, result, args);
}

const withBounds = (bounds: object) => jsonResult([], { bounds: { returned: 2, truncated: false, ...bounds } });

test("bounds are taken from the result as it says them", () => {
  const bounds = { returned: 2, total: 5, truncated: true, nextCursor: "b" };
  expect(check(textResult("x", { bounds }))).toEqual({ bounds });
});

test("bounds are read from a JSON result, the cursor from its declared field", () => {
  expect(check(jsonResult({ returned: 2, total: 9, next_page: "b", items: [] }))).toEqual({
    bounds: { returned: 2, total: 9, truncated: true, nextCursor: "b" },
  });
  expect(check(jsonResult({ returned: 2, items: [] }))).toEqual({ bounds: { returned: 2, truncated: false } });
  expect(check(jsonResult({ returned: 1, truncated: true, refinement_hint: "Add a tag." }), {})).toEqual({
    bounds: { returned: 1, truncated: true, refinementHint: "Add a tag." },
  });
});

test("a bounded tool that does not say how much it returned is malformed", () => {
  const problem = { problem: "list has to say how much of the whole it returned, and did not" };
  expect(check(textResult("x"))).toEqual(problem);
  expect(check(jsonResult({ items: [] }))).toEqual(problem);
  // Without a declared cursor nothing tells whether there is more.
  expect(check(jsonResult({ returned: 1 }), {})).toEqual(problem);
});

test("only a bounded tool may carry bounds", () => {
  const spec = { id: "list" } as ToolSpec;
  expect(checkBounds(spec, withBounds({}), {})).toEqual({ problem: "list returned bounds, but declares none" });
  expect(checkBounds(spec, jsonResult({ returned: 1, truncated: false }), {})).toEqual({});
});

test.each([
  ["a part without a way to the rest", { truncated: true }, "neither a cursor nor a hint"],
  ["an empty hint", { truncated: true, refinementHint: "" }, "neither a cursor nor a hint"],
  ["a cursor for what is complete", { nextCursor: "b" }, "a cursor for results that are complete"],
  ["an empty cursor", { truncated: true, nextCursor: "" }, "an empty cursor"],
  ["a number that is none", { returned: -1 }, "-1 as the number of results"],
  ["more than there is", { total: 1 }, "2 of 1 results"],
])("%s is malformed", (_, bounds, problem) => {
  expect(check(withBounds(bounds))).toEqual({ problem: expect.stringContaining(problem) });
});

test("a cursor needs an argument that takes it, and has to move", () => {
  const next = withBounds({ truncated: true, nextCursor: "b" });
  expect(check(next, {})).toEqual({ problem: expect.stringContaining("declares no argument") });
  expect(check(next, paging, { page: "a" })).toHaveProperty("bounds");
  expect(check(next, paging, { page: "b" })).toEqual({ problem: expect.stringContaining("it would never end") });
});

test("the reminder names the field for the cursor, or the hint", () => {
  const bounds = { returned: 2, truncated: true };
  expect(boundsReminder("list", { ...bounds, nextCursor: "b" }, "page")).toContain('with page set to "b"');
  expect(boundsReminder("list", { ...bounds, refinementHint: "Add a tag." })).toContain(
    "2 results; there are more. Add a tag.",
  );
});
