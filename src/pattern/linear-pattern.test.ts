import { expect, test } from "vitest";
import { compileLinearPattern } from "./linear-pattern.ts";

test("a hostile pattern is linear: (a+)+$ against 50 kB answers", () => {
  expect(compileLinearPattern("(a+)+$").test(`${"a".repeat(50_000)}!`)).toBe(false);
});

test("JavaScript's escapes and flags mean what they mean there", () => {
  expect(compileLinearPattern("\\u0041b", "i").test("xxaB")).toBe(true);
  expect(compileLinearPattern("^b$", "m").test("a\nb")).toBe(true);
  expect(compileLinearPattern("a.b", "s").test("a\nb")).toBe(true);
});

test.each([
  ["(?=a)", /lookaround/],
  ["(a)\\1", /backreferences/],
  ["(", /cannot be used/],
  ["((a{100}){100}){100}", /cannot be used/],
])("what cannot run in linear time is refused by name: %s", (pattern, message) => {
  expect(() => compileLinearPattern(pattern)).toThrow(message);
});
