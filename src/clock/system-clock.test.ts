import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { systemClock } from "./system-clock.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

// The platform's timers, which cannot be waited for here: sixty days have to pass.
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("a delay that is longer than a timer of the platform keeps is waited for to its end", () => {
  let calls = 0;
  systemClock.after(60 * DAY_MS, () => calls++);
  vi.advanceTimersByTime(60 * DAY_MS - 1);
  expect(calls).toBe(0);
  vi.advanceTimersByTime(1);
  expect(calls).toBe(1);
  vi.advanceTimersByTime(200 * DAY_MS);
  expect(calls).toBe(1);
});

test("a long delay can be cancelled at any time", () => {
  let calls = 0;
  const cancel = systemClock.after(60 * DAY_MS, () => calls++);
  vi.advanceTimersByTime(30 * DAY_MS);
  cancel();
  vi.advanceTimersByTime(60 * DAY_MS);
  expect(calls).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});
