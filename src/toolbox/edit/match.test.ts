import fc from "fast-check";
import { expect, test } from "vitest";
import { splice } from "./match.ts";
import { matchBlockAnchor } from "./match-block-anchor.ts";
import { matchExact } from "./match-exact.ts";
import { matchLineTrimmed } from "./match-line-trimmed.ts";
import { linesOf } from "./text-lines.ts";

const line = fc.constantFrom("a", "  a", "\tb", "b ", "{", "}", "");
const ending = fc.constantFrom("\n", "\r\n");
const text = fc.array(fc.tuple(line, ending), { maxLength: 12 }).map((lines) => lines.flat().join(""));

test("lines and their endings joined together give the text again", () => {
  fc.assert(
    fc.property(text, line, (head, tail) => {
      const whole = head + tail;
      expect(
        linesOf(whole)
          .map(({ text, ending }) => text + ending)
          .join(""),
      ).toBe(whole);
      for (const { text, start, end } of linesOf(whole)) expect(whole.slice(start, end)).toBe(text);
    }),
  );
});

test("exact replacement of everything is what the language's own does", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[ab]{0,20}$/), fc.stringMatching(/^[ab]{1,3}$/), (file, old) => {
      expect(splice(file, matchExact(file, old, "-"))).toBe(file.replaceAll(old, "-"));
    }),
  );
});

test("a whole run of lines replaced by itself leaves the file as it was, in every line mode", () => {
  fc.assert(
    fc.property(text, fc.nat(11), fc.integer({ min: 1, max: 5 }), (file, from, count) => {
      const window = linesOf(file).slice(from, from + count);
      const old = window.map(({ text }) => text).join("\n");
      for (const match of [matchLineTrimmed, matchBlockAnchor]) {
        const trimmedMatches = attempt(() => match(file, old, old));
        const own = trimmedMatches.filter(({ start }) => start === window[0]?.start);
        expect(splice(file, own)).toBe(file);
      }
    }),
  );
});

test("matches are in order and apart", () => {
  fc.assert(
    fc.property(text, text, (file, old) => {
      for (const match of [matchExact, matchLineTrimmed, matchBlockAnchor]) {
        if (old === "") continue;
        let position = 0;
        for (const { start, end } of attempt(() => match(file, old, "x"))) {
          expect(start).toBeGreaterThanOrEqual(position);
          expect(end).toBeGreaterThan(start);
          position = end;
        }
      }
    }),
  );
});

/** Overlapping blocks are refused; that is another test's matter. */
function attempt<T>(find: () => T[]): T[] {
  try {
    return find();
  } catch {
    return [];
  }
}
