/** Each dialect against a transcription of its own text: what the dialect says is what `decide` answers. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { type BasicPolicy, fromBasicPolicy } from "./basic-policy.ts";
import { decide } from "./decide.ts";
import type { ToolRulesInput } from "./normalize-tool-rules.ts";
import { fromSecurityPolicy, type SecurityPolicyConfig } from "./security-policy.ts";
import { selectAllowedTools } from "./select-allowed-tools.ts";
import { isToolAllowed } from "./tool-rules.ts";

const CASES = { numRuns: 100_000 };

// Few names, so that rules and tools meet; awkward ones, so that meeting them is worth something.
const name = fc.constantFrom("a", "b", "c.d", "__proto__", "constructor", "", "A");
const awkwardName = fc.oneof(name, fc.constantFrom("*", "tag:x", "tag:"));
const tag = fc.constantFrom("x", "y", "z", "", "tag:x", "__proto__");

test("tool rules: the specification's reading of the triple and decide agree", () => {
  type Raw = null | string | string[] | undefined;

  function transcription(rules: { allow?: Raw; deny?: Raw }, tool: string): boolean {
    const { allow = null, deny = null } = rules;
    if (contains(deny, tool)) return false;
    return allow === null || contains(allow, tool);
  }
  function contains(selection: Raw, tool: string): boolean {
    if (selection === null || selection === undefined) return false;
    const list = typeof selection === "string" ? [selection] : selection;
    return list.includes("*") || list.includes(tool);
  }

  const selection = fc.oneof(
    fc.constantFrom<Raw>(null, "*", []),
    name,
    fc.array(fc.oneof({ weight: 9, arbitrary: name }, { weight: 1, arbitrary: fc.constant("*") }), { maxLength: 6 }),
  );
  const triple = fc.record({ allow: selection, deny: selection, params: fc.constant({}) }, { requiredKeys: [] });
  fc.assert(
    fc.property(triple, name, (rules, tool) => {
      expect(isToolAllowed(rules as ToolRulesInput, tool)).toBe(transcription(rules, tool));
    }),
    CASES,
  );
});

test("the security policy: tools[name] ?? defaultPolicy and decide agree", () => {
  type Levels = Map<string, unknown>;

  function transcription(levels: Levels, defaultPolicy: unknown, tool: string): boolean {
    return (levels.get(tool) ?? defaultPolicy) === "allow";
  }

  const level = fc.constantFrom<unknown>("allow", "allow", "deny", "deny", "ALLOW", true, null, undefined);
  const levels = fc.array(fc.tuple(awkwardName, level), { maxLength: 6 }).map((entries) => new Map(entries));
  const defaultPolicy = fc.constantFrom<unknown>("allow", "deny", "deny", "confirm", undefined);
  fc.assert(
    fc.property(levels, defaultPolicy, awkwardName, (byName, fallback, tool) => {
      const policy = { tools: Object.fromEntries(byName), defaultPolicy: fallback } as unknown as SecurityPolicyConfig;
      const expected = transcription(byName, fallback, tool);
      const rules = fromSecurityPolicy(policy);
      expect(decide(rules, { id: tool }).effect).toBe(expected ? "allow" : "deny");
      expect(decide(rules, { id: tool, tags: ["x", ""] }, {}).effect).toBe(expected ? "allow" : "deny");
      expect(selectAllowedTools(Object.fromEntries([[tool, tool]]), policy)).toEqual(expected ? [tool] : []);
    }),
    CASES,
  );
});

test("the basic engine: block tools, block tags, allow tools, allow tags and decide agree", () => {
  function transcription(policy: BasicPolicy, tool: string, tags: readonly string[]): boolean {
    const { allowTools = [], blockTools = [], allowTags = [], blockTags = [] } = policy;
    if (blockTools.includes(tool)) return false;
    if (tags.some((each) => blockTags.includes(each))) return false;
    if (allowTools.length > 0) return allowTools.includes(tool);
    if (allowTags.length > 0) return tags.some((each) => allowTags.includes(each));
    return true;
  }

  const policy = fc.record(
    {
      allowTools: fc.array(awkwardName, { maxLength: 5 }),
      blockTools: fc.array(awkwardName, { maxLength: 3 }),
      allowTags: fc.array(tag, { maxLength: 3 }),
      blockTags: fc.array(tag, { maxLength: 2 }),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(policy, awkwardName, fc.array(tag, { maxLength: 3 }), (lists, tool, tags) => {
      const expected = transcription(lists, tool, tags) ? "allow" : "deny";
      const rules = fromBasicPolicy(lists);
      expect(decide(rules, { id: tool, tags }).effect).toBe(expected);
      expect(decide(rules, { id: tool, tags }, {}).effect).toBe(expected);
    }),
    CASES,
  );
});
