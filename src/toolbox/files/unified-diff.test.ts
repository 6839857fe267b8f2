import { expect, test } from "vitest";
import { previewDiff, unifiedDiff } from "./unified-diff.ts";

test("texts that differ only in line endings have no diff", () => {
  expect(unifiedDiff("f", "a\r\nb\r\n", "a\nb\n")).toBe("");
});

test("a missing line feed at the end is told", () => {
  expect(unifiedDiff("f", "a\n", "a")).toContain("\\ No newline at end of file");
});

test("two large texts with nothing in common are not compared to the end", () => {
  const lines = (word: string) => Array.from({ length: 60_000 }, (_, n) => `${word}${n}`).join("\n");
  expect(unifiedDiff("f", lines("a"), lines("b"))).toBeUndefined();
});

test("a preview of 120 lines is whole, one of 121 is cut", () => {
  const diff = "+x\n".repeat(120);
  expect(previewDiff(diff)).toEqual({ text: diff, truncated: false });
  expect(previewDiff(`${diff}+y\n`)).toMatchObject({ truncated: true });
});
