import fc from "fast-check";
import { expect, test } from "vitest";
import { clipToBytes, clipToLength, isWithinBytes, utf8Length } from "./utf8.ts";

const anyText = fc.string({ unit: fc.constantFrom("a", "é", "漢", "😀", "\ud83d", "\ude00"), maxLength: 30 });
const encodedLength = (text: string) => new TextEncoder().encode(text).length;

test("the length in UTF-8 is counted without encoding, halves of pairs included", () => {
  fc.assert(
    fc.property(anyText, fc.nat(100), (text, max) => {
      expect(utf8Length(text)).toBe(encodedLength(text));
      expect(isWithinBytes(text, max)).toBe(encodedLength(text) <= max);
    }),
  );
});

test("clipping to bytes keeps the longest beginning that fits and no half character", () => {
  fc.assert(
    fc.property(anyText, fc.nat(100), (text, max) => {
      const clipped = clipToBytes(text, max);
      expect(text.startsWith(clipped)).toBe(true);
      expect(encodedLength(clipped)).toBeLessThanOrEqual(max);
      const [next] = text.slice(clipped.length);
      if (next !== undefined) expect(encodedLength(clipped + next)).toBeGreaterThan(max);
    }),
  );
});

test("clipping to a length never splits a pair", () => {
  expect(clipToLength("ab😀c", 3)).toBe("ab");
  expect(clipToLength("ab😀c", 4)).toBe("ab😀");
  expect(clipToLength("abc", 3)).toBe("abc");
  expect(clipToLength("abc", 0)).toBe("");
});
