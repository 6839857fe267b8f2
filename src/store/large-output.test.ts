/**
 * A very large output, saved, read by window and searched in a process that could not hold it. Set
 * `KIGUMI_LARGE_OUTPUT_MIB=1024` for a whole gigabyte.
 */
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const mebibytes = Number(process.env.KIGUMI_LARGE_OUTPUT_MIB ?? 256);

/** Runs in a process of its own; prints what it found, and the most memory it ever had. */
const script = `
  const { createFileOutputStore, createSqliteOutputStore } = await import(${JSON.stringify(import.meta.resolve("./index.ts"))});
  const [kind, path, mebibytes] = process.argv.slice(1);
  const size = Number(mebibytes);
  const store = kind === "file" ? createFileOutputStore({ dir: path }) : createSqliteOutputStore({ file: path });

  // 64 bytes a line; every mebibyte ends with a line that nothing else is like, and the last is one endless line.
  const linesInPiece = 1024 * 1024 / 64;
  const line = "x".repeat(63) + "\\n";
  async function* output() {
    for (let piece = 0; piece < size - 1; piece++) {
      yield line.repeat(linesInPiece - 1) + ("piece " + piece + " ends").padEnd(63) + "\\n";
    }
    yield "y".repeat(1024 * 1024 - 6) + "needle";
  }

  const ref = await store.save({ runId: "r1", text: output() });
  const address = { runId: "r1", id: ref.id };
  const deep = (size - 1) * linesInPiece - 1;
  const window = [];
  for await (const { number, text } of store.read(address, { offset: deep, limit: 2 })) window.push([number, text.slice(0, 20)]);
  const literal = await store.grep(address, { pattern: "needle" });
  const regex = await store.grep(address, { pattern: "^piece \\\\d+ ends", regex: true, before: 1, maxMatches: size });
  console.log(JSON.stringify({
    byteSize: ref.byteSize, deep, window,
    needles: literal.matches.length, isLast: literal.matches[0].line.number === ref.lineCount,
    pieces: regex.matches.length, truncated: regex.truncated,
    maxMemoryMiB: process.resourceUsage().maxRSS / 1024,
  }));
`;

test.each(["file", "sqlite"])("a large output in a %s store is read and searched in bounded memory", async (kind) => {
  const dir = await mkdtemp(join(tmpdir(), "kigumi-large-"));
  try {
    const args = [
      "--max-old-space-size=96",
      "--input-type=module",
      "--eval",
      script,
      kind,
      join(dir, "store"),
      mebibytes,
    ];
    const { stdout } = await promisify(execFile)(process.execPath, args.map(String));
    const { deep, maxMemoryMiB, ...found } = JSON.parse(stdout);
    expect(found).toEqual({
      byteSize: mebibytes * 1024 * 1024,
      window: [
        [deep + 1, `piece ${mebibytes - 2} ends`.padEnd(20)],
        [deep + 2, "y".repeat(20)],
      ],
      needles: 1,
      isLast: true,
      pieces: mebibytes - 1,
      truncated: false,
    });
    expect(maxMemoryMiB).toBeLessThan(256);
  } finally {
    await rm(dir, { recursive: true });
  }
});
