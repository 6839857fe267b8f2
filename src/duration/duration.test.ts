import fc from "fast-check";
import { expect, test } from "vitest";
import { parseDuration } from "./duration.ts";

test("durations are read in milliseconds, units added up", () => {
  expect(parseDuration("300ms")).toBe(300);
  expect(parseDuration("2m")).toBe(120_000);
  expect(parseDuration("1h30m")).toBe(5_400_000);
  expect(parseDuration("1.5h")).toBe(5_400_000);
  expect(parseDuration("7d")).toBe(604_800_000);
  expect(parseDuration("1d2h3m4s5ms")).toBe(93_784_005);
  expect(parseDuration("0s")).toBe(0);
  expect(parseDuration("250us")).toBe(0.25);
  expect(parseDuration("250µs")).toBe(0.25);
  expect(parseDuration("250μs")).toBe(0.25);
  expect(parseDuration("500000ns")).toBe(0.5);
});

test("anything else is refused with an example of what to write", () => {
  const bad = [
    "",
    " ",
    "5",
    "0",
    "m",
    "-1s",
    "+1s",
    "1 s",
    " 1s",
    "1s ",
    "1S",
    "1w",
    "1.s",
    ".5s",
    "1e3s",
    "1h30",
    "1s\n",
    "∞s",
    `${"9".repeat(400)}d`,
  ];
  for (const text of bad) {
    expect(() => parseDuration(text), text).toThrow(
      expect.objectContaining({ code: "invalid_duration", message: expect.stringContaining('"1h30m"') }),
    );
  }
  expect(() => parseDuration(5 as unknown as string)).toThrow(expect.objectContaining({ code: "invalid_duration" }));
});

test("a duration written from whole units is read back exactly", () => {
  const amount = fc.nat({ max: 10_000 });
  fc.assert(
    fc.property(amount, amount, amount, amount, amount, (d, h, m, s, ms) => {
      expect(parseDuration(`${d}d${h}h${m}m${s}s${ms}ms`)).toBe((((d * 24 + h) * 60 + m) * 60 + s) * 1000 + ms);
    }),
  );
});
