import fc from "fast-check";
import { expect, test } from "vitest";
import { blobsOf, type OutputEntry } from "./output-storage.ts";
import { chooseForgotten } from "./retention.ts";

const entry = fc.record({ createdAt: fc.nat(50), hash: fc.constantFrom("a", "b", "c", "d"), parts: fc.boolean() }).map(
  ({ createdAt, hash, parts }): Omit<OutputEntry, "id"> => ({
    runId: "r1",
    createdAt,
    text: { hash, byteSize: sizeOf(hash), lineCount: 1, checkpoints: [] },
    ...(parts && { parts: { hash: "p", byteSize: sizeOf("p") } }),
  }),
);
const entries = fc
  .array(entry, { maxLength: 12 })
  .map((list) => list.map((entry, index): OutputEntry => ({ id: String(index), ...entry })));

test("what stays fits and is young enough, and nothing stays that is older than something forgotten", () => {
  fc.assert(
    fc.property(entries, fc.nat(80), fc.nat(50), (all, maxBytes, notBefore) => {
      const forgotten = new Set(chooseForgotten(all, { maxBytes, notBefore }));
      const kept = all.filter((entry) => !forgotten.has(entry));
      expect(bytesOf(kept)).toBeLessThanOrEqual(maxBytes);
      for (const entry of kept) expect(entry.createdAt).toBeGreaterThanOrEqual(notBefore);
      for (const gone of forgotten) {
        for (const entry of kept) expect(entry.createdAt).toBeGreaterThanOrEqual(gone.createdAt);
      }
    }),
  );
});

test("no more is forgotten than has to be", () => {
  fc.assert(
    fc.property(entries, fc.nat(80), (all, maxBytes) => {
      const forgotten = chooseForgotten(all, { maxBytes, notBefore: 0 });
      const [youngest] = forgotten.toSorted((left, right) => right.createdAt - left.createdAt);
      if (youngest === undefined) return;
      const kept = all.filter((entry) => !forgotten.includes(entry));
      expect(bytesOf([...kept, youngest])).toBeGreaterThan(maxBytes);
    }),
  );
});

function sizeOf(hash: string): number {
  return hash.charCodeAt(0) - 90;
}

function bytesOf(entries: readonly OutputEntry[]): number {
  const blobs = new Map(entries.flatMap(blobsOf).map((blob) => [blob.hash, blob.byteSize]));
  return [...blobs.values()].reduce((sum, size) => sum + size, 0);
}
