import { expect, test } from "vitest";
import { nestingFailure } from "./nesting.ts";
import type { RunState } from "./state.ts";

const at = (agentId: string, agents: string[] = []) => ({ agentId, parent: { agents } }) as unknown as RunState;

test("an agent that is on the way here is not asked again", () => {
  expect(nestingFailure(at("c", ["a", "b"]), "a", 5)).toEqual({
    kind: "unavailable",
    error: "agent_unreachable: a cannot be asked from here: a → b → c → a would go in a circle. Go on without it.",
    recovery: { action: "replan" },
  });
  expect(nestingFailure(at("a"), "a", 5)).toBeDefined();
});

test("agents call agents down to the depth that is allowed", () => {
  expect(nestingFailure(at("b", ["a"]), "c", 2)).toBeUndefined();
  expect(nestingFailure(at("c", ["a", "b"]), "d", 2)?.error).toContain("a → b → c is as deep as agents may call");
});
