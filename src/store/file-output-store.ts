/**
 * Outputs as files that only their owner can read: `blobs/` by content hash, `refs/` by run and reference, `tmp/` for
 * what is being written. Everything appears under its name by a rename, whole or not at all, and several processes
 * may save to and prune one folder at once.
 */
import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, mkdir, open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { chunkBytes } from "../tool/output/encode-text.ts";
import type { OutputAddress, OutputStore } from "../tool/output/output-store.ts";
import { createOutputStore } from "./create-output-store.ts";
import { entryFromJson, entryToJson } from "./entry-json.ts";
import { abandonedAfterMs, blobsOf, type OutputEntry, type OutputStorage, type PendingBlob } from "./output-storage.ts";
import { moveIfThere, namesIn, readIfThere, sizeIfThere, writeWhole } from "./private-files.ts";

export interface FileOutputStoreOptions {
  /** Made on the first save, with mode 0700. */
  dir: string;
  now?: () => Date;
}

export function createFileOutputStore({ dir, now = () => new Date() }: FileOutputStoreOptions): OutputStore {
  return createOutputStore(new FileStorage(dir, now), now);
}

class FileBlob implements PendingBlob {
  readonly path: string;
  readonly #handle: FileHandle;

  constructor(path: string, handle: FileHandle) {
    this.path = path;
    this.#handle = handle;
  }

  async write(chunk: Uint8Array): Promise<void> {
    await this.#handle.writeFile(chunk);
  }

  /** The bytes are on the disk before anything refers to them. */
  async finish(): Promise<void> {
    await this.#handle.sync();
    await this.#handle.close();
  }

  async discard(): Promise<void> {
    await this.#handle.close();
    await rm(this.path, { force: true });
  }
}

class FileStorage implements OutputStorage<FileBlob> {
  readonly #blobs: string;
  readonly #refs: string;
  readonly #tmp: string;
  readonly #now: () => Date;

  constructor(dir: string, now: () => Date) {
    this.#blobs = join(dir, "blobs");
    this.#refs = join(dir, "refs");
    this.#tmp = join(dir, "tmp");
    this.#now = now;
  }

  async createBlob(): Promise<FileBlob> {
    for (const dir of [this.#blobs, this.#refs, this.#tmp]) await mkdir(dir, { recursive: true, mode: 0o700 });
    const path = this.#temporary(".blob");
    return new FileBlob(path, await open(path, "wx", 0o600));
  }

  // The temporary entry counts as a reference for `remove` in any process, so it comes before the look at the blobs.
  async publish(entry: OutputEntry, blobs: ReadonlyMap<string, FileBlob>): Promise<void> {
    const temporary = this.#temporary(entrySuffix);
    try {
      await writeWhole(temporary, entryToJson(entry));
      for (const [hash, blob] of blobs) {
        await blob.finish();
        const isKept = (await sizeIfThere(this.#blobPath(hash))) !== undefined;
        if (!isKept) await rename(blob.path, this.#blobPath(hash));
      }
      await rename(temporary, this.#refPath(entry));
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }

  async find(address: OutputAddress): Promise<OutputEntry | undefined> {
    const json = await readIfThere(this.#refPath(address));
    const entry = json === undefined ? undefined : entryFromJson(json);
    return entry?.runId === address.runId ? entry : undefined;
  }

  async *read(hash: string, byte: number): AsyncGenerator<Uint8Array> {
    yield* createReadStream(this.#blobPath(hash), { start: byte, highWaterMark: chunkBytes });
  }

  async list(): Promise<readonly OutputEntry[]> {
    return readEntries(this.#refs);
  }

  /**
   * Blobs are first moved aside, then the entries are read again: a save that counted on a blob either wrote its entry
   * before that, and the blob is moved back, or looks for the blob after that, misses it and brings its own.
   */
  async remove(entries: readonly OutputEntry[]): Promise<number> {
    for (const entry of entries) await rm(this.#refPath(entry), { force: true });
    const aside = new Map<string, string>();
    const needed = await this.#neededBlobs();
    for (const hash of await namesIn(this.#blobs)) {
      if (needed.has(hash)) continue;
      const temporary = this.#temporary(".blob");
      if (await moveIfThere(this.#blobPath(hash), temporary)) aside.set(hash, temporary);
    }
    const stillNeeded = aside.size === 0 ? needed : await this.#neededBlobs();
    let freed = 0;
    for (const [hash, path] of aside) {
      if (stillNeeded.has(hash)) {
        await rename(path, this.#blobPath(hash));
        continue;
      }
      freed += (await sizeIfThere(path)) ?? 0;
      await rm(path, { force: true });
    }
    await this.#removeAbandoned();
    return freed;
  }

  async close(): Promise<void> {}

  /** `tmp` before `refs`: an entry that moves between the two looks is seen in one of them. */
  async #neededBlobs(): Promise<ReadonlySet<string>> {
    const entries = [...(await readEntries(this.#tmp)), ...(await readEntries(this.#refs))];
    return new Set(entries.flatMap(blobsOf).map((blob) => blob.hash));
  }

  async #removeAbandoned(): Promise<void> {
    const notBefore = this.#now().getTime() - abandonedAfterMs;
    for (const name of await namesIn(this.#tmp)) {
      if (Number.parseInt(name, 10) < notBefore) await rm(join(this.#tmp, name), { force: true });
    }
  }

  #temporary(suffix: string): string {
    return join(this.#tmp, `${this.#now().getTime()}-${randomUUID()}${suffix}`);
  }

  #blobPath(hash: string): string {
    return join(this.#blobs, hash);
  }

  /** The run's id may hold any character, so its hash stands for it. */
  #refPath({ runId, id }: OutputAddress): string {
    return join(this.#refs, `${createHash("sha256").update(runId).digest("hex").slice(0, 32)}.${id}${entrySuffix}`);
  }
}

const entrySuffix = ".json";

async function readEntries(dir: string): Promise<OutputEntry[]> {
  const entries: OutputEntry[] = [];
  for (const name of await namesIn(dir)) {
    if (!name.endsWith(entrySuffix)) continue;
    const json = await readIfThere(join(dir, name));
    if (json !== undefined) entries.push(entryFromJson(json));
  }
  return entries;
}
