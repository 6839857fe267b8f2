import fc from "fast-check";
import { expect, test } from "vitest";
import { encodeText } from "./encode-text.ts";
import { checkpointBefore, LineIndexer } from "./line-index.ts";
import { decodeLines, LineScanner, maxLineBytes } from "./lines.ts";
import type { OutputLine } from "./output-store.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);

async function linesOf(text: string): Promise<OutputLine[]> {
  const lines: OutputLine[] = [];
  for await (const batch of decodeLines(encodeText(text))) lines.push(...batch);
  return lines;
}

test("where lines end does not depend on how the bytes are cut into chunks", () => {
  const unit = fc.constantFrom("a", "\n", "\r\n", "\r", "é", "😀");
  const text = fc.array(fc.tuple(unit, fc.constantFrom(1, 2, 665, 999, 1000, 1999, 2000, 2001)), { maxLength: 6 });
  fc.assert(
    fc.property(text, fc.array(fc.integer({ min: 1, max: 3000 }), { minLength: 1 }), (runs, cuts) => {
      const bytes = bytesOf(runs.map(([unit, count]) => unit.repeat(count)).join(""));
      const whole = endsOf([bytes]);
      const chunks: Uint8Array[] = [];
      for (let at = 0, cut = 0; at < bytes.length; cut++) {
        const size = cuts[cut % cuts.length]!;
        chunks.push(bytes.subarray(at, at + size));
        at += size;
      }
      expect(endsOf(chunks)).toEqual(whole);
      expect(whole.at(-1) ?? 0).toBe(bytes.length);
    }),
  );
});

test("the longest line is not broken, one byte more is, and a line break of either kind does not count", async () => {
  const longest = "x".repeat(maxLineBytes);
  for (const ending of ["", "\n", "\r\n"]) {
    expect(await linesOf(longest + ending)).toEqual([{ number: 1, text: longest, ending }]);
    expect(await linesOf(`${longest}y${ending}`)).toEqual([
      { number: 1, text: longest, ending: "" },
      { number: 2, text: "y", ending },
    ]);
  }
});

test("a lone carriage return and a byte order mark are text", async () => {
  expect(await linesOf("\ufeffa\rb\r\r\n")).toEqual([{ number: 1, text: "\ufeffa\rb\r", ending: "\r\n" }]);
});

test("a checkpoint stands at the beginning of its line, and the one before a line is found", () => {
  const indexer = new LineIndexer();
  const line = bytesOf(`${"x".repeat(99)}\n`);
  for (let i = 0; i < 10_000; i++) indexer.push(line);
  const { byteSize, lineCount, checkpoints } = indexer.end();

  expect({ byteSize, lineCount }).toEqual({ byteSize: 1_000_000, lineCount: 10_000 });
  expect(checkpoints).toHaveLength(3);
  for (const { line, byte } of checkpoints) expect(byte).toBe(line * 100);
  expect(checkpointBefore(checkpoints, 0)).toEqual({ line: 0, byte: 0 });
  expect(checkpointBefore(checkpoints, checkpoints[1]!.line)).toEqual(checkpoints[1]);
  expect(checkpointBefore(checkpoints, checkpoints[1]!.line - 1)).toEqual(checkpoints[0]);
});

function endsOf(chunks: readonly Uint8Array[]): number[] {
  const ends: number[] = [];
  const scanner = new LineScanner((_bytes, start, end) => ends.push((ends.at(-1) ?? 0) + end - start));
  for (const chunk of chunks) scanner.push(chunk);
  scanner.end();
  return ends;
}
