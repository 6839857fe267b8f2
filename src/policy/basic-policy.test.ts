import { expect, test } from "vitest";
import { type BasicPolicy, fromBasicPolicy } from "./basic-policy.ts";
import { decide } from "./decide.ts";

function effect(policy: BasicPolicy, id: string, tags: readonly string[] = []): string {
  return decide(fromBasicPolicy(policy), { id, tags }).effect;
}

test("blocking wins over allowing, for tools and for tags", () => {
  expect(effect({ blockTools: ["a"], allowTools: ["a"] }, "a")).toBe("deny");
  expect(effect({ blockTags: ["write"], allowTools: ["a"] }, "a", ["read", "write"])).toBe("deny");
});

test("a list of allowed tools replaces a list of allowed tags", () => {
  expect(effect({ allowTags: ["read"] }, "b", ["read"])).toBe("allow");
  expect(effect({ allowTags: ["read"] }, "b", ["write"])).toBe("deny");
  expect(effect({ allowTools: ["a"], allowTags: ["read"] }, "b", ["read"])).toBe("deny");
});

test("empty lists are no filter", () => {
  expect(effect({}, "a")).toBe("allow");
  expect(effect({ allowTools: [], allowTags: [], blockTools: [], blockTags: [] }, "a")).toBe("allow");
  expect(effect({ allowTools: [], allowTags: ["read"] }, "a")).toBe("deny");
});

test("a tool called * or tag:x is only that tool", () => {
  expect(effect({ allowTools: ["*"] }, "a")).toBe("deny");
  expect(effect({ allowTools: ["*"] }, "*")).toBe("allow");
  expect(effect({ blockTools: ["tag:x"] }, "a", ["x"])).toBe("allow");
  expect(effect({ blockTools: ["tag:x"] }, "tag:x")).toBe("deny");
});

test("a list that cannot be read is refused, never read as no filter", () => {
  for (const bad of ["a", [1], {}, 7]) {
    const policy = { blockTools: bad } as unknown as BasicPolicy;
    expect(() => fromBasicPolicy(policy)).toThrow(expect.objectContaining({ code: "invalid_policy" }));
  }
});
