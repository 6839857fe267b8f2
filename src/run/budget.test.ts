import { expect, test } from "vitest";
import { estimateTokens, reservation, settlement } from "./budget.ts";
import { evolve } from "./evolve.ts";
import { DEFAULT_RUN_POLICY, type RunPolicy } from "./run-policy.ts";
import type { RunState } from "./state.ts";

const messages = [{ role: "user", content: "x".repeat(40) }] as const;

function started(budgets?: RunPolicy["budgets"]): RunState {
  const policy = { ...DEFAULT_RUN_POLICY, ...(budgets === undefined ? {} : { budgets }) };
  return evolve(undefined, {
    type: "run_started",
    messages,
    labels: {},
    policy,
    id: 1,
    v: 1,
    at: 0,
    runId: "r",
    agentId: "a",
  });
}

test("the estimate is a quarter of the bytes, not of the characters", () => {
  const ascii = estimateTokens([{ role: "user", content: "aaaa" }]);
  expect(estimateTokens([{ role: "user", content: "日日日日" }])).toBe(ascii + 2);
});

test("without budgets nothing is set aside and nothing settled", () => {
  expect(reservation(started(), 1, messages)).toEqual([]);
  expect(settlement(started(), 1, [])).toEqual([]);
});

test("a turn that fits is reserved once", () => {
  const state = started({ tokens: 1000 });
  const tokens = estimateTokens(messages);
  expect(reservation(state, 1, messages)).toEqual([{ type: "budget_reserved", turn: 1, tokens }]);
  expect(reservation({ ...state, reserved: { turn: 1, tokens } }, 1, messages)).toEqual([]);
});

test("a turn that does not fit into what is left exhausts the budget", () => {
  const tokens = estimateTokens(messages);
  const exactly = started({ tokens });
  expect(reservation(exactly, 1, messages)[0]?.type).toBe("budget_reserved");
  const less = { ...exactly, spent: { tokens: 1, cost: 0 } };
  expect(reservation(less, 1, messages)).toEqual([{ type: "budget_exhausted", budget: "tokens" }]);
  const spent = { ...started({ cost: 2 }), spent: { tokens: 0, cost: 2 } };
  expect(reservation(spent, 1, messages)).toEqual([{ type: "budget_exhausted", budget: "cost" }]);
});

test("the last answer is always afforded", () => {
  const state = { ...started({ tokens: 0 }), finalizing: "token_budget" } as const;
  expect(reservation(state, 1, messages)[0]?.type).toBe("budget_reserved");
});

test("a turn is settled by what its models said, and costs nothing when none named a price", () => {
  const usage = { model: "m", inputTokens: 3, outputTokens: 4 };
  expect(settlement(started({ tokens: 9 }), 2, [usage, { ...usage, cost: 0.25 }])).toEqual([
    { type: "budget_settled", turn: 2, tokens: 14, cost: 0.25 },
  ]);
  expect(settlement(started({ tokens: 9 }), 2, [usage])).toEqual([{ type: "budget_settled", turn: 2, tokens: 7 }]);
});
