/** Which outputs to forget: all that are too old, then the oldest until the rest fit. Pure. */
import { blobsOf, type OutputEntry } from "./output-storage.ts";

interface Retention {
  /** Entries made before this time, in milliseconds since the epoch, go. */
  readonly notBefore: number;
  /** What the remaining entries may need together, content they share counted once. */
  readonly maxBytes: number;
}

export function chooseForgotten(entries: readonly OutputEntry[], retention: Retention): OutputEntry[] {
  const newestFirst = entries.toSorted((left, right) => right.createdAt - left.createdAt);
  const kept = new Set<string>();
  let bytes = 0;
  const firstForgotten = newestFirst.findIndex((entry) => {
    for (const blob of blobsOf(entry)) {
      if (!kept.has(blob.hash)) bytes += blob.byteSize;
      kept.add(blob.hash);
    }
    return entry.createdAt < retention.notBefore || bytes > retention.maxBytes;
  });
  return firstForgotten === -1 ? [] : newestFirst.slice(firstForgotten);
}
