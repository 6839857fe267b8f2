import fc from "fast-check";
import { expect, test } from "vitest";
import { encodeText } from "./encode-text.ts";
import { compileGrep } from "./grep-lines.ts";
import { decodeLines } from "./lines.ts";
import type { OutputGrep } from "./output-store.ts";

const search = (text: string, grep: OutputGrep) => compileGrep(grep)(decodeLines(encodeText(text)));

async function matching(text: string, grep: OutputGrep): Promise<number[]> {
  return (await search(text, grep)).matches.map((match) => match.line.number);
}

test("every line that a plain search finds is found, and no other", async () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "ab", "\n", "\r\n", "é"), maxLength: 60 });
  const pattern = fc.string({ unit: fc.constantFrom("a", "b", "é"), minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(text, pattern, fc.boolean(), async (text, pattern, regex) => {
      const lines = text.split(/\r?\n/);
      const expected = lines.flatMap((line, index) => (line.includes(pattern) ? [index + 1] : []));
      expect(await matching(text, { pattern, regex, maxMatches: 1000 })).toEqual(expected);
    }),
  );
});

test("a match across the break of a long line is found, in the line where it begins", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 400_000 }), fc.boolean(), async (position, regex) => {
      const text = `first\n${"x".repeat(position)}needle${"x".repeat(400_000 - position)}\nlast`;
      expect(await matching(text, { pattern: "needle", regex })).toEqual([2 + Math.floor(position / 2000)]);
    }),
    { numRuns: 40 },
  );
});

test("^ and $ mean the beginning and the end of the line, not of its pieces", async () => {
  const text = `${"x".repeat(300_000)}y\nx\n`;
  expect(await matching(text, { pattern: "^x", regex: true })).toEqual([1, 152]);
  expect(await matching(text, { pattern: "x$", regex: true })).toEqual([152]);
  expect(await matching(text, { pattern: "y$", regex: true })).toEqual([151]);
  expect(await matching(text, { pattern: "\\bx", regex: true })).toEqual([1, 152]);
  expect(await matching("a\nb", { pattern: "$", regex: true })).toEqual([1, 2]);
});

test("each piece of a long line with a match of its own is listed", async () => {
  const text = `${"x".repeat(1990)}hit${"x".repeat(1997)}hit${"x".repeat(5000)}`;
  expect(await matching(text, { pattern: "hit" })).toEqual([1, 2]);
  expect(await matching(text, { pattern: "hit.*hit", regex: true })).toEqual([1]);
  expect(await matching(text, { pattern: ".*", regex: true })).toEqual([1]);
});

test("contexts are not merged, and stop at the ends", async () => {
  const { matches } = await search("1\nhit\nhit\n4", { pattern: "hit", before: 2, after: 2 });
  const numbers = matches.map(({ before, line, after }) => [...before, line, ...after].map(({ number }) => number));
  expect(numbers).toEqual([
    [1, 2, 3, 4],
    [1, 2, 3, 4],
  ]);
});

test("a result stays small enough to hold however much matches", async () => {
  const line = `${"x".repeat(1500)}\n`;
  const { matches, truncated } = await search(line.repeat(20_000), { pattern: "x", maxMatches: 1_000_000 });
  expect(truncated).toBe(true);
  expect(matches.length * 1500).toBeLessThan(5 * 1024 * 1024);
});
