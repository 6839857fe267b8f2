import { expect, test } from "vitest";
import {
  AfterSystem,
  AfterTools,
  Agent,
  Budget,
  Cache,
  Compress,
  CompressAtMaxInputTokens,
  CompressAtTurns,
  DefaultCaps,
  evaluate,
  History,
  InterruptsAllowed,
  KeepMaxInputTokens,
  KeepMaxTurns,
  KeepRecentTurns,
  MaxConsecutiveFailedToolCalls,
  MaxToolCalls,
  OnMissingFields,
  Plan,
  RunPolicy,
  type RunPolicyModel,
  Service,
  TimeBudget,
  Timing,
  Tools,
} from "../index.ts";

function policyOf(...blocks: (() => void)[]): RunPolicyModel | undefined {
  const desk = Service("desk", () =>
    Agent("chat", "Conversational runner", () => {
      for (const block of blocks) RunPolicy(block);
    }),
  );
  return evaluate({ desk }).agents[0]?.runPolicy;
}

test("an agent without a policy has the defaults", () => {
  expect(policyOf()).toEqual({ interruptsAllowed: false });
});

test("the complete policy of the reference becomes a run policy", () => {
  const policy = policyOf(() => {
    DefaultCaps(MaxToolCalls(8), MaxConsecutiveFailedToolCalls(3));
    Timing(() => {
      Budget("5m");
      Plan("30s");
      Tools("1m");
    });
    InterruptsAllowed(true);
    OnMissingFields("await_clarification");
    History(() => {
      Compress(30, 10);
    });
    Cache(() => {
      AfterSystem();
      AfterTools();
    });
  });
  expect(policy).toEqual({
    maxToolCalls: 8,
    maxConsecutiveFailedToolCalls: 3,
    timing: { budget: "5m", plan: "30s", tools: "1m" },
    interruptsAllowed: true,
    onMissingFields: "await_clarification",
    history: { compress: { triggerAt: 30, keepRecent: 10 } },
    cache: { afterSystem: true, afterTools: true },
  });
});

test("policies add up, and time limits need no Timing around them", () => {
  const policy = policyOf(
    () => TimeBudget("2m"),
    () => {
      Plan("45s");
      DefaultCaps(MaxToolCalls(8));
      DefaultCaps(MaxConsecutiveFailedToolCalls(3));
    },
  );
  expect(policy).toEqual({
    maxToolCalls: 8,
    maxConsecutiveFailedToolCalls: 3,
    timing: { budget: "2m", plan: "45s" },
    interruptsAllowed: false,
  });
});

test("zero is no cap, and an empty action leaves missing fields to the planner", () => {
  const policy = policyOf(() => {
    DefaultCaps(MaxToolCalls(0), MaxConsecutiveFailedToolCalls(0));
    OnMissingFields("");
  });
  expect(policy).toEqual({ interruptsAllowed: false });
});

test("a history is a window, or a summary with its triggers and limits", () => {
  expect(policyOf(() => History(() => KeepRecentTurns(20)))?.history).toEqual({ keepRecentTurns: 20 });
  expect(policyOf(() => History(() => Compress(30, 0)))?.history).toEqual({
    compress: { triggerAt: 30, keepRecent: 0 },
  });
  const tokens = policyOf(() =>
    History(() => {
      CompressAtTurns(40);
      CompressAtMaxInputTokens(100_000);
      KeepMaxTurns(10);
      KeepMaxInputTokens(20_000);
    }),
  );
  expect(tokens?.history).toEqual({
    compress: { triggerAt: 40, keepRecent: 10, triggerAtInputTokens: 100_000, keepInputTokens: 20_000 },
  });
});
