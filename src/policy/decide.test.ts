import { expect, test } from "vitest";
import type { JsonObject } from "../json/json.ts";
import { decide } from "./decide.ts";
import type { Policy, Rules } from "./rules.ts";

const write = { id: "files.write", tags: ["files", "write"] };
const read = { id: "files.read", tags: ["files"] };

function rules(partial: Partial<Rules>): Rules {
  return { allow: null, deny: null, params: {}, ...partial };
}

function effect(partial: Partial<Rules>, tool = write, args?: JsonObject): string {
  return decide(rules(partial), tool, args).effect;
}

test("no opinion allows everything", () => {
  expect(decide(rules({}), write)).toEqual({
    effect: "allow",
    reason: "no rule matches, and no allow list limits the rest",
  });
});

test("8.2 deny wins over allow, by id, by tag and by star", () => {
  expect(effect({ allow: "*", deny: ["files.write"] })).toBe("deny");
  expect(effect({ allow: ["files.write"], deny: ["tag:write"] })).toBe("deny");
  expect(effect({ allow: ["files.write"], deny: "*" })).toBe("deny");
});

test("8.2 a star allows everything that is not denied", () => {
  expect(effect({ allow: "*", deny: ["files.write"] }, read)).toBe("allow");
  expect(decide(rules({ allow: "*" }), read).matched).toBe("*");
});

test("deny wins over confirm, confirm over allow, allow over unmatched", () => {
  const all: Partial<Rules> = { deny: ["a"], confirm: ["a", "b"], allow: ["a", "b", "c"], unmatched: "confirm" };
  const outcome = ["a", "b", "c", "d"].map((id) => effect(all, { id, tags: [] }));
  expect(outcome).toEqual(["deny", "confirm", "allow", "confirm"]);
});

test("without unmatched, an allow list denies what it does not name, an empty one everything", () => {
  expect(effect({ allow: ["files.read"] })).toBe("deny");
  expect(effect({ allow: [] })).toBe("deny");
  expect(effect({ allow: ["files.read"] }, read)).toBe("allow");
});

test("unmatched decides about tools that nothing selects", () => {
  expect(effect({ allow: ["files.read"], unmatched: "allow" })).toBe("allow");
  expect(effect({ allow: ["files.read"], unmatched: "confirm" })).toBe("confirm");
  expect(effect({ unmatched: "deny" })).toBe("deny");
});

test("the selector that settled it is reported", () => {
  expect(decide(rules({ deny: ["x", "tag:write"] }), write)).toMatchObject({ effect: "deny", matched: "tag:write" });
});

test("a tag selector looks at tags, never at an id that is spelled like it", () => {
  expect(effect({ deny: ["tag:write"] }, { id: "tag:write", tags: [] })).toBe("allow");
  expect(effect({ deny: ["tag:rite"] })).toBe("allow");
  expect(effect({ deny: ["xag:write"] })).toBe("allow");
  expect(effect({ deny: ["xag:write"] }, { id: "xag:write", tags: [] })).toBe("deny");
});

test("a whole tool is judged by the tags of its spec", () => {
  const tool = { id: "files.write", spec: { tags: ["write"] } };
  expect(decide(rules({ deny: ["tag:write"] }), tool).effect).toBe("deny");
});

test("names of Object.prototype are ordinary names", () => {
  for (const id of ["__proto__", "constructor", "toString", "hasOwnProperty"]) {
    expect(effect({ allow: ["other"] }, { id, tags: [] })).toBe("deny");
    expect(effect({ allow: [id] }, { id, tags: [] })).toBe("allow");
    expect(effect({}, { id, tags: [] }, { constructor: 1 })).toBe("allow");
    const params = JSON.parse(`{"${id}": {"${id}": {"type": "string"}}}`);
    expect(effect({ params }, { id, tags: [] }, JSON.parse(`{"${id}": 1}`))).toBe("deny");
    expect(effect({ params }, { id, tags: [] }, {})).toBe("allow");
  }
});

test("an argument matcher decides by the arguments of its own tool's calls", () => {
  const matcher = { tool: "files.write", args: (args: JsonObject) => args.path === "/etc" };
  expect(effect({ deny: [matcher] }, write, { path: "/etc" })).toBe("deny");
  expect(effect({ deny: [matcher] }, write, { path: "/tmp" })).toBe("allow");
  expect(effect({ deny: [matcher] }, read, { path: "/etc" })).toBe("allow");
  expect(effect({ allow: [matcher] }, write, { path: "/etc" })).toBe("allow");
  expect(effect({ allow: [matcher] }, write, { path: "/tmp" })).toBe("deny");
  expect(effect({ confirm: [matcher] }, write, { path: "/etc" })).toBe("confirm");
});

test("while listing, a matcher may allow and does not deny", () => {
  const matcher = { tool: "files.write", args: () => true };
  expect(effect({ allow: [matcher] })).toBe("allow");
  expect(effect({ deny: [matcher] })).toBe("allow");
  expect(effect({ confirm: [matcher] })).toBe("allow");
});

test("parameters are checked with arguments, and only for calls that nothing denies", () => {
  const params = { "files.write": { mode: { enum: ["append"] } } } as const;
  expect(effect({ params })).toBe("allow");
  expect(effect({ params, deny: "*" }, write, { mode: "truncate" })).toBe("deny");
  expect(decide(rules({ params, deny: "*" }), write, { mode: "truncate" })).not.toHaveProperty("violation");
  expect(decide(rules({ params }), write, { mode: "truncate" })).toEqual({
    effect: "deny",
    reason: "[kantan-agents][E12] Tool parameter enum mismatch: files.write.mode",
    violation: { code: "E12", param: "mode", constraint: "enum", expected: ["append"] },
  });
  expect(decide(rules({ params, confirm: "*" }), write, { mode: "truncate" }).effect).toBe("deny");
  expect(decide(rules({ params, confirm: "*" }), write, { mode: "append" }).effect).toBe("confirm");
});

test("a policy answers for itself", () => {
  const policy: Policy = { decide: (tool) => ({ effect: "confirm", reason: `ask about ${tool.id}` }) };
  expect(decide(policy, write)).toEqual({ effect: "confirm", reason: "ask about files.write" });
});
