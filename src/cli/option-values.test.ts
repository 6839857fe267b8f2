import { expect, test } from "vitest";
import { byteCount, duration, metadataValue, numberRange, pointInTime } from "./option-values.ts";

test.each([
  ["100..200", { min: 100, max: 200 }],
  ["100..", { min: 100 }],
  ["..0.5", { max: 0.5 }],
  ["0.25..0.5", { min: 0.25, max: 0.5 }],
  ["7", { min: 7 }],
  ["1.5", { min: 1.5 }],
])("the range %s is %j", (text, range) => {
  expect(numberRange(text)).toEqual(range);
});

test.each(["", "..", "a..b", "1..b", "1...2", "1..2..3", "x"])("%j is no range", (text) => {
  expect(() => numberRange(text)).toThrow("Write a range");
});

test.each([
  ["0", 0],
  ["500", 500],
  ["2GB", 2_000_000_000],
  ["1.5 mb", 1_500_000],
])("the size %s is %d bytes", (text, bytes) => {
  expect(byteCount(text)).toBe(bytes);
});

test.each(["", "GB", "2XB", "-1", "1e3", "2 G B"])("%j is no size", (text) => {
  expect(() => byteCount(text)).toThrow("Write a size");
});

test("a duration is checked and passed on", () => {
  expect(duration("90d")).toBe("90d");
  expect(() => duration("90 days")).toThrow("Write how long");
});

test("metadata is collected; what may be a number, a boolean or nothing may also be text that looks like it", () => {
  const values = ["a=1", 'b="1"', "c=true", "d=null", "e=x=y", "f=", "g=[1]", "__proto__=p"];
  const collected = values.reduce((earlier, text) => metadataValue(text, earlier), {});
  expect(Object.entries(collected)).toEqual([
    ["a", [1, "1"]],
    ["b", "1"],
    ["c", [true, "true"]],
    ["d", [null, "null"]],
    ["e", "x=y"],
    ["f", ""],
    ["g", "[1]"],
    ["__proto__", "p"],
  ]);
});

test("a time without a zone is UTC, wherever the command runs", () => {
  const utc = new Date("2026-03-01T09:00:00Z");
  expect(pointInTime("2026-03-01T09:00:00")).toEqual(utc);
  expect(pointInTime("2026-03-01T09:00Z")).toEqual(utc);
  expect(pointInTime("2026-03-01T18:00:00+09:00")).toEqual(utc);
  expect(pointInTime("2026-03-01")).toEqual(new Date("2026-03-01T00:00:00Z"));
  expect(() => pointInTime("2026-13-01")).toThrow("Write how long ago");
});
