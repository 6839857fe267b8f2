import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonEqual } from "./json-equal.ts";
import { parseJson } from "./parse-json.ts";
import { stringifyJson } from "./stringify-json.ts";

test("malformed JSON says where it broke", () => {
  expect(() => parseJson('{"a":')).toThrow(/not valid JSON: .*position|not valid JSON: Unexpected end/);
});

test("what JSON cannot hold is kept readable instead of being lost", () => {
  const value: Record<string, unknown> = { big: 12345678901234567890n, when: new Date(0), ok: [1, "a"] };
  value.self = value;
  Object.defineProperty(value, "broken", {
    enumerable: true,
    get() {
      throw new Error("no");
    },
  });
  expect(JSON.parse(stringifyJson(value))).toEqual({
    big: "12345678901234567890",
    when: "1970-01-01T00:00:00.000Z",
    ok: [1, "a"],
    self: "[circular: $]",
    broken: "[unreadable: no]",
  });
  expect(stringifyJson(undefined)).toBe("null");
  expect(stringifyJson(() => 1)).toBe("null");
});

test("the same object twice is not a cycle", () => {
  const shared = { n: 1n };
  expect(stringifyJson([shared, shared])).toBe('[{"n":"1"},{"n":"1"}]');
});

test("jsonEqual agrees with a round trip through text, whatever the key order", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (left, right) => {
      expect(jsonEqual(left, JSON.parse(JSON.stringify(left)))).toBe(true);
      if (jsonEqual(left, right)) expect(left).toEqual(right);
    }),
    { numRuns: 2000 },
  );
  expect(jsonEqual({ a: 1, b: 2 }, { b: 2, a: 1 })).toBe(true);
  expect(jsonEqual({ constructor: undefined }, {})).toBe(false);
  expect(jsonEqual([1], { 0: 1 })).toBe(false);
});
