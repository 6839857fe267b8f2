import { expect, test } from "vitest";
import type { JsonSchema } from "../../tool/schema/json-schema.ts";
import { isJsonValue, problemWithValue } from "./check-value.ts";

const schema: JsonSchema = {
  type: "object",
  properties: {
    name: { type: "string", pattern: "^a" },
    parts: { type: "array", items: { $ref: "#/$defs/Part" } },
    when: { type: "string", format: "date-time" },
  },
  required: ["name"],
  additionalProperties: false,
  $defs: {
    Part: { type: "object", properties: { size: { type: "integer", maximum: 3 } }, additionalProperties: false },
  },
};

test.each([
  [{ name: "abc", parts: [{ size: 1 }] }, undefined],
  [{ name: "abc", when: "whenever" }, undefined],
  [[], "it is array where object is expected"],
  [{}, "name is required and missing"],
  [{ name: "abc", other: 1 }, "other is not a field it has"],
  [{ name: 1 }, "name is 1 where string is expected"],
  [{ name: "b" }, 'name is "b", which its constraints refuse'],
  [{ name: "a", parts: [{ size: 1 }, { size: 9 }] }, "parts[1].size is 9, which its constraints refuse"],
  [{ name: "a", parts: [{ size: 1.5 }] }, "parts[0].size is 1.5 where integer is expected"],
])("%j: %s", (value, problem) => {
  expect(problemWithValue(value, schema)).toBe(problem);
});

test("what only a validator could tell is not told", () => {
  expect(problemWithValue("ab", { type: "string", pattern: "^(?=a)ab" })).toBeUndefined();
  expect(problemWithValue("b", { type: "string", pattern: "^(?=a)ab" })).toBeUndefined();
  expect(problemWithValue(1, { type: "string", pattern: "^(?=a)ab" })).toBe("it is 1 where string is expected");
});

test("a value survives JSON when nothing of it would be lost", () => {
  const circular: unknown[] = [];
  circular.push(circular);
  expect([null, "a", 1.5, [true], { a: [1] }].map((value) => isJsonValue(value))).toEqual(Array(5).fill(true));
  const lost = [undefined, 1n, Number.NaN, () => 1, new Date(0), Symbol("a"), { a: undefined }, circular];
  expect(lost.map((value) => isJsonValue(value))).toEqual(Array(8).fill(false));
});
