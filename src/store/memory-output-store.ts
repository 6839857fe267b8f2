/** Outputs in memory: for tests, and for runs that need nothing afterwards. They end with the process. */
import type { OutputAddress, OutputStore } from "../tool/output/output-store.ts";
import { createOutputStore } from "./create-output-store.ts";
import { blobsOf, type OutputEntry, type OutputStorage, type PendingBlob } from "./output-storage.ts";

export interface MemoryOutputStoreOptions {
  now?: () => Date;
}

export function createMemoryOutputStore({ now = () => new Date() }: MemoryOutputStoreOptions = {}): OutputStore {
  return createOutputStore(new MemoryStorage(), now);
}

class MemoryBlob implements PendingBlob {
  readonly chunks: Uint8Array[] = [];

  async write(chunk: Uint8Array): Promise<void> {
    this.chunks.push(chunk);
  }

  async discard(): Promise<void> {}
}

class MemoryStorage implements OutputStorage<MemoryBlob> {
  readonly #entries = new Map<string, OutputEntry>();
  readonly #blobs = new Map<string, readonly Uint8Array[]>();

  async createBlob(): Promise<MemoryBlob> {
    return new MemoryBlob();
  }

  async publish(entry: OutputEntry, blobs: ReadonlyMap<string, MemoryBlob>): Promise<void> {
    for (const [hash, blob] of blobs) if (!this.#blobs.has(hash)) this.#blobs.set(hash, blob.chunks);
    this.#entries.set(keyOf(entry), entry);
  }

  async find(address: OutputAddress): Promise<OutputEntry | undefined> {
    return this.#entries.get(keyOf(address));
  }

  async *read(hash: string, byte: number): AsyncGenerator<Uint8Array> {
    const chunks = this.#blobs.get(hash);
    if (chunks === undefined) throw new Error(`no blob ${hash}`);
    let offset = 0;
    for (const chunk of chunks) {
      const skipped = Math.max(0, byte - offset);
      if (skipped < chunk.length) yield chunk.subarray(skipped);
      offset += chunk.length;
    }
  }

  async list(): Promise<readonly OutputEntry[]> {
    return [...this.#entries.values()];
  }

  async remove(entries: readonly OutputEntry[]): Promise<number> {
    for (const entry of entries) this.#entries.delete(keyOf(entry));
    const needed = new Set([...this.#entries.values()].flatMap(blobsOf).map((blob) => blob.hash));
    let freed = 0;
    for (const [hash, chunks] of this.#blobs) {
      if (needed.has(hash)) continue;
      for (const chunk of chunks) freed += chunk.length;
      this.#blobs.delete(hash);
    }
    return freed;
  }

  async close(): Promise<void> {
    this.#entries.clear();
    this.#blobs.clear();
  }
}

/** Ids hold no slash, so no two addresses share a key. */
function keyOf({ runId, id }: OutputAddress): string {
  return `${id}/${runId}`;
}
