import fc from "fast-check";
import { expect, test } from "vitest";
import { callIdsOf, hasCallId, withCallsOf } from "./call-ids.ts";
import type { Message } from "./message.ts";

function calling(...ids: string[]): Message {
  return { role: "assistant", content: ids.map((id) => ({ type: "tool_use", id, name: "add", args: {} })) };
}

test("an id is known from the turn that used it on, and an earlier value does not learn of it", () => {
  const turns = fc.array(fc.array(fc.string({ maxLength: 3 }), { maxLength: 40 }), { maxLength: 12 });
  fc.assert(
    fc.property(turns, fc.string({ maxLength: 3 }), (idsByTurn, asked) => {
      const seen = new Set<string>();
      let ids = callIdsOf([]);
      for (const turn of idsByTurn) {
        const before = ids;
        const wasKnown = seen.has(asked);
        ids = withCallsOf(ids, [calling(...turn)]);
        for (const id of turn) seen.add(id);
        expect(hasCallId(ids, asked)).toBe(seen.has(asked));
        expect(hasCallId(before, asked)).toBe(wasKnown);
      }
    }),
  );
});

test("the calls of the conversation a run starts with count", () => {
  expect(hasCallId(callIdsOf([calling("a", "b")]), "b")).toBe(true);
});

test("an id is copied only when its run doubles: each settled set is at least twice the next", () => {
  let ids = callIdsOf([]);
  for (let turn = 0; turn < 1000; turn++) {
    ids = withCallsOf(ids, [calling(`c${turn}`)]);
    const sizes = ids.settled.map(({ size }) => size);
    expect(sizes.every((size, index) => index === 0 || 2 * size <= (sizes[index - 1] ?? 0))).toBe(true);
  }
  expect(ids.settled.length).toBeLessThan(10);
  expect(["c0", "c500", "c999"].every((id) => hasCallId(ids, id))).toBe(true);
  expect(hasCallId(ids, "c1000")).toBe(false);
});
