import { expect, test } from "vitest";
import type { JsonObject } from "../json/json.ts";
import type { ToolRulesInput } from "./normalize-tool-rules.ts";
import type { ToolRuleError } from "./tool-rule-error.ts";
import { ToolRulesMode } from "./tool-rules-mode.ts";
import { validateToolParams } from "./validate-tool-params.ts";

/** The error code that `rule` raises for `value`, or "ok". `rule` is unknown: rules come from outside too. */
function check(rule: unknown, value: unknown): string {
  return codeOf({ params: { t: { p: rule } } } as ToolRulesInput, { p: value } as JsonObject);
}

function codeOf(rules: ToolRulesInput, args: JsonObject): string {
  try {
    validateToolParams(rules, "t", args);
    return "ok";
  } catch (error) {
    return (error as ToolRuleError).code;
  }
}

test("8.3 type knows the JSON types and tells integers and booleans from numbers", () => {
  const values = { string: "x", number: 1.5, integer: 2, boolean: true, object: {}, array: [], null: null };
  const accepted = Object.fromEntries(
    Object.keys(values).map((type) => [
      type,
      Object.entries(values)
        .filter(([, value]) => check({ type }, value) === "ok")
        .map(([name]) => name),
    ]),
  );
  expect(accepted).toEqual({
    string: ["string"],
    number: ["number", "integer"],
    integer: ["integer"],
    boolean: ["boolean"],
    object: ["object"],
    array: ["array"],
    null: ["null"],
  });
  expect(check({ type: "string" }, 1)).toBe("E11");
  expect(check({ type: ["string", "null"] }, null)).toBe("ok");
  expect(check({ type: ["string", "null"] }, 1)).toBe("E11");
  expect(check({ type: "uuid" }, 1)).toBe("ok");
});

test("8.3 enum compares deeply and strictly", () => {
  expect(check({ enum: ["a", 1, { k: [1] }] }, { k: [1] })).toBe("ok");
  expect(check({ enum: ["a", 1] }, "1")).toBe("E12");
  expect(check({ enum: [1] }, true)).toBe("E12");
  expect(check({ enum: [] }, "a")).toBe("E12");
  expect(check({ enum: "a" }, "b")).toBe("ok");
});

test("8.3 minLength and maxLength count code points, of texts only", () => {
  expect(check({ minLength: 2 }, "a")).toBe("E13");
  expect(check({ minLength: 2 }, "ab")).toBe("ok");
  expect(check({ minLength: 2 }, "😀")).toBe("E13");
  expect(check({ maxLength: 1 }, "😀")).toBe("ok");
  expect(check({ maxLength: 1 }, "ab")).toBe("E14");
  expect(check({ minLength: 9, maxLength: 0 }, [1, 2])).toBe("ok");
});

test("8.3 pattern searches the text and fails closed when it is no usable pattern", () => {
  expect(check({ pattern: "b+" }, "abbc")).toBe("ok");
  expect(check({ pattern: "^b" }, "abbc")).toBe("E15");
  expect(check({ pattern: "^\\u0041$" }, "A")).toBe("ok");
  expect(check({ pattern: "^.$" }, "😀")).toBe("ok");
  for (const pattern of ["(", "(?=a)", "\\1", 42, {}]) expect(check({ pattern }, "a")).toBe("E15");
  expect(check({ pattern: "(" }, 1)).toBe("ok");
});

test("an unusable pattern says why, and again the second time", () => {
  const rules = { params: { t: { p: { pattern: "(?=a)" } } } };
  for (let i = 0; i < 2; i++) {
    expect(() => validateToolParams(rules, "t", { p: "a" })).toThrow(
      expect.objectContaining({
        code: "E15",
        message: "[kantan-agents][E15] Tool parameter pattern mismatch: t.p",
        data: expect.objectContaining({ problem: expect.stringContaining("(?=") }),
      }),
    );
  }
});

test("a hostile pattern against 50 kB comes back", () => {
  const text = `${"a".repeat(50_000)}!`;
  for (const pattern of ["(a+)+$", "(a|a)*$", "(.*a){20}$"]) {
    expect(check({ pattern }, text)).toBe(pattern === "(a|a)*$" ? "ok" : "E15");
  }
});

test("more patterns than the cache holds still give the right answers", () => {
  for (let round = 0; round < 2; round++) {
    for (let n = 0; n < 600; n++) expect(check({ pattern: `^n${n}$` }, `n${n}`)).toBe("ok");
  }
});

test("8.3 minimum and maximum bound numbers, inclusively, and not booleans", () => {
  expect(check({ minimum: 1 }, 1)).toBe("ok");
  expect(check({ minimum: 1 }, 0)).toBe("E16");
  expect(check({ maximum: 1 }, 1)).toBe("ok");
  expect(check({ maximum: 1 }, 1.5)).toBe("E17");
  expect(check({ minimum: 5 }, true)).toBe("ok");
  expect(check({ minimum: 5 }, "1")).toBe("ok");
});

test("a bound that is no number cannot be met, and null is no bound", () => {
  expect(check({ minLength: "0" }, "abc")).toBe("E13");
  expect(check({ maxLength: Number.NaN }, "abc")).toBe("E14");
  expect(check({ minimum: {} }, 1)).toBe("E16");
  expect(check({ maximum: "9" }, 1)).toBe("E17");
  expect(check({ type: null, minLength: null, pattern: null, maximum: null }, "abc")).toBe("ok");
});

test("the first broken constraint is reported, in the order of the codes", () => {
  const rule = { type: "string", enum: ["abc"], minLength: 2, maxLength: 3, pattern: "^a" };
  expect(check(rule, 1)).toBe("E11");
  expect(check(rule, "b")).toBe("E12");
  expect(check({ ...rule, enum: null }, "b")).toBe("E13");
  expect(check({ ...rule, enum: null }, "bbbb")).toBe("E14");
  expect(check({ ...rule, enum: null }, "bb")).toBe("E15");
});

test("absent parameters, nested values and other tools are not looked at", () => {
  const rules = { params: { t: { p: { type: "string" } }, other: { q: { enum: [] } } } } as const;
  expect(codeOf(rules, {})).toBe("ok");
  expect(codeOf(rules, { q: 1, nested: { p: 1 } })).toBe("ok");
  expect(codeOf(rules, { p: null })).toBe("E11");
});

test("entries that are no mappings constrain nothing", () => {
  for (const junk of [null, 1, "x", []]) {
    expect(check(junk, 1)).toBe("ok");
    expect(codeOf({ params: { t: junk } } as unknown as ToolRulesInput, { p: 1 })).toBe("ok");
    expect(codeOf({ params: junk } as unknown as ToolRulesInput, { p: 1 })).toBe("ok");
  }
});

test("no rules and modes constrain nothing; input that is no object is E10, bad rules are E18", () => {
  expect(codeOf(null, { p: 1 })).toBe("ok");
  expect(codeOf(ToolRulesMode.DENY_ALL, { p: 1 })).toBe("ok");
  expect(codeOf({}, [] as unknown as JsonObject)).toBe("E10");
  expect(codeOf("bad" as unknown as ToolRulesInput, {})).toBe("E18");
});
