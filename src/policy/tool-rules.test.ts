import { expect, test } from "vitest";
import { decide } from "./decide.ts";
import { normalizeToolRules, type ToolRulesInput } from "./normalize-tool-rules.ts";
import type { PolicySubject, Rules } from "./rules.ts";
import { isToolAllowed } from "./tool-rules.ts";
import { ToolRulesMode, toolRulesFromMode } from "./tool-rules-mode.ts";

const tool: PolicySubject = { id: "a" };

test("8.4 the three modes stand for their triples", () => {
  expect(toolRulesFromMode(ToolRulesMode.ALLOW_ALL)).toEqual({ allow: "*", deny: [], params: {} });
  expect(toolRulesFromMode(ToolRulesMode.DENY_ALL)).toEqual({ allow: [], deny: "*", params: {} });
  expect(toolRulesFromMode(ToolRulesMode.RECOMMENDED)).toEqual({ allow: null, deny: null, params: {} });
});

test("8.4 a mode is a unique frozen object, and anything else is E9", () => {
  expect(new Set(Object.values(ToolRulesMode)).size).toBe(3);
  expect(Object.values(ToolRulesMode).every(Object.isFrozen)).toBe(true);
  expect(Object.isFrozen(ToolRulesMode)).toBe(true);
  const unknown = [
    ["ALLOW_ALL", "ALLOW_ALL"],
    [undefined, "undefined"],
    [{ allow: "*" }, '{"allow":"*"}'],
  ] as const;
  for (const [mode, text] of unknown) {
    expect(() => toolRulesFromMode(mode as unknown as ToolRulesMode)).toThrow(
      expect.objectContaining({ code: "E9", message: `[kantan-agents][E9] Unknown ToolRulesMode: ${text}` }),
    );
  }
});

test("a mode can stand where rules can", () => {
  expect(decide(ToolRulesMode.ALLOW_ALL, tool).effect).toBe("allow");
  expect(decide(ToolRulesMode.DENY_ALL, tool).effect).toBe("deny");
  expect(decide(ToolRulesMode.RECOMMENDED, tool).effect).toBe("allow");
});

test("nothing at all normalizes to no opinion, and missing parts are filled in", () => {
  const noOpinion: Rules = { allow: null, deny: null, params: {} };
  for (const nothing of [null, undefined, {}]) expect(normalizeToolRules(nothing)).toEqual(noOpinion);
  expect(normalizeToolRules(ToolRulesMode.DENY_ALL)).toEqual({ allow: [], deny: "*", params: {} });
  expect(normalizeToolRules({ deny: ["a"] })).toEqual({ allow: null, deny: ["a"], params: {} });
});

test("bare strings, stars in lists and repetitions are brought into one form", () => {
  const written = { allow: "a", deny: ["x", "*"], confirm: ["b", "b"], params: null } as unknown as ToolRulesInput;
  expect(normalizeToolRules(written)).toEqual({ allow: ["a"], deny: "*", confirm: ["b"], params: {} });
});

test("a part that cannot be read becomes a deny of everything, as it is without being normalized", () => {
  for (const part of ["allow", "deny", "confirm", "params"]) {
    const written = { allow: "*", deny: null, unmatched: "allow", [part]: 42 } as unknown as ToolRulesInput;
    expect(normalizeToolRules(written)).toMatchObject({ allow: [], deny: "*" });
    expect(decide(written as Rules, { id: "t" }, {}).effect).toBe("deny");
  }
});

test("what is neither a mode nor a plain object is E18", () => {
  class Custom {
    allow = "*";
  }
  for (const bad of ["bad", "", 0, 1, true, [], new Map(), new Custom(), () => ({})]) {
    expect(() => normalizeToolRules(bad as unknown as ToolRulesInput)).toThrow(
      expect.objectContaining({ code: "E18", message: "[kantan-agents][E18] Tool rules must be a dict" }),
    );
  }
  expect(normalizeToolRules(Object.assign(Object.create(null), { allow: ["a"] })).allow).toEqual(["a"]);
});

test("isToolAllowed asks by name", () => {
  expect(isToolAllowed(null, "a")).toBe(true);
  expect(isToolAllowed({}, "a")).toBe(true);
  expect(isToolAllowed({ allow: ["a"] }, "a")).toBe(true);
  expect(isToolAllowed({ allow: ["a"] }, "constructor")).toBe(false);
  expect(isToolAllowed({ allow: "*", deny: ["a"] }, "a")).toBe(false);
  expect(isToolAllowed({ deny: null, confirm: ["a"], allow: [] }, "a")).toBe(true);
});
