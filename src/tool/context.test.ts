import { expect, test } from "vitest";
import { createContext } from "./context.ts";

test("the contexts of a run's calls share one state, which is made when one of them first wants it", () => {
  let asked = 0;
  const held = new Map<string, unknown>();
  const ctx = createContext({
    state: () => {
      asked++;
      return held;
    },
  });
  const [first, second] = [ctx.forCall({ id: "c1" }), ctx.forCall({ id: "c2" })];
  expect(asked).toBe(0);
  first.state.set("todos", ["a"]);
  expect(second.state.get("todos")).toEqual(["a"]);
  expect(held.get("todos")).toEqual(["a"]);
});

test("without a state of its own a context makes one, for itself and what is derived from it", () => {
  const [ctx, other] = [createContext(), createContext()];
  ctx.forCall({ id: "c1" }).state.set("k", 1);
  expect(ctx.withSignal(new AbortController().signal).state.get("k")).toBe(1);
  expect(other.state.size).toBe(0);
  const given = new Map([["k", 2]]);
  expect(createContext({ state: given }).state).toBe(given);
});
