import { expect, test } from "vitest";
import { createTestClock } from "../../testing/index.ts";
import { BudgetMeter } from "./claude-budget.ts";

test("a budget of time is counted from the start of the query", async () => {
  const clock = createTestClock();
  const meter = new BudgetMeter({ time: "2m" }, clock);
  await clock.advance(600_000);
  const cancel = meter.whenOver(() => {});
  await clock.advance(119_999);
  expect(meter.admit("first")).toEqual({ type: "admitted" });
  await clock.advance(1);
  expect(meter.admit("second")).toMatchObject({
    type: "exhausted",
    reason: expect.stringContaining("no time is left"),
  });
  cancel();
});

test("a call is counted once, however often it is asked about, and only a second refusal is the last word", () => {
  const meter = new BudgetMeter({ toolCalls: 1 }, createTestClock());
  expect([meter.admit("a"), meter.admit("a")]).toEqual([{ type: "admitted" }, { type: "admitted" }]);
  expect([meter.admit("b"), meter.admit("b"), meter.admit("c")]).toMatchObject([
    { type: "exhausted", isLast: false },
    { type: "exhausted", isLast: false },
    { type: "exhausted", isLast: true },
  ]);
});
