import { expect, test } from "vitest";
import { createTestClock } from "./test-clock.ts";

test("what comes due is called in the order of its time, at its time", async () => {
  const clock = createTestClock(1000);
  const calls: string[] = [];
  const note = (name: string) => () => calls.push(`${name} ${clock.now().getTime()}`);
  clock.after(30, note("late"));
  clock.after(10, () => {
    note("early")();
    clock.after(5, note("between"));
  });
  clock.after(20, note("never"))();
  await clock.advance(30);
  expect(calls).toEqual(["early 1010", "between 1015", "late 1030"]);
  expect(clock.pending).toBe(0);
});

test("time does not go back", async () => {
  const clock = createTestClock(new Date(1000));
  await clock.advanceTo(500);
  expect(clock.now()).toEqual(new Date(1000));
});
