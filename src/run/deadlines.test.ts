import { expect, test } from "vitest";
import { planTimeMs } from "./deadlines.ts";
import { DEFAULT_RUN_POLICY } from "./run-policy.ts";
import type { RunState } from "./state.ts";

function run(finalizerGraceMs: number, budgetAt?: number): RunState {
  const policy = { ...DEFAULT_RUN_POLICY, planTimeoutMs: 100, finalizerGraceMs };
  return { policy, clock: { startedAt: 0, ...(budgetAt === undefined ? {} : { budgetAt }) } } as RunState;
}

test("a turn has the plan's time, whatever is left of the budget", () => {
  expect(planTimeMs(run(500, 1000), "resume", 990)).toBe(100);
});

test("the last answer has the grace, which is at least a turn", () => {
  expect(planTimeMs(run(500), "finalize", 0)).toBe(500);
  expect(planTimeMs(run(10), "finalize", 0)).toBe(100);
});

test("the grace ends at the hard deadline, however late the run got to its last answer", () => {
  expect(planTimeMs(run(500, 1000), "finalize", 800)).toBe(500);
  expect(planTimeMs(run(500, 1000), "finalize", 1400)).toBe(100);
  expect(planTimeMs(run(500, 1000), "finalize", 9000)).toBe(0);
});
