/**
 * The output store over any storage: encodes, hashes and indexes on the way in, finds windows and searches on the way
 * out, always chunk by chunk. References are random and looked up together with their run.
 */
import { createHash, randomBytes } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { parseDuration } from "../duration/duration.ts";
import { parseJson } from "../json/parse-json.ts";
import type { ContentPart } from "../tool/content-part.ts";
import { encodeText } from "../tool/output/encode-text.ts";
import { compileGrep } from "../tool/output/grep-lines.ts";
import { checkpointBefore, type LineIndex, LineIndexer } from "../tool/output/line-index.ts";
import { decodeLines } from "../tool/output/lines.ts";
import { countOf, outputNotFound } from "../tool/output/output-error.ts";
import type {
  OutputAddress,
  OutputGrep,
  OutputGrepResult,
  OutputLine,
  OutputRecord,
  OutputRef,
  OutputStore,
  OutputWindow,
  PruneResult,
  RetentionLimits,
} from "../tool/output/output-store.ts";
import type { BlobInfo, OutputEntry, OutputStorage, PendingBlob } from "./output-storage.ts";
import { chooseForgotten } from "./retention.ts";
import { guarded } from "./storage-failure.ts";

export function createOutputStore<P extends PendingBlob>(storage: OutputStorage<P>, now: () => Date): OutputStore {
  return new StorageOutputStore(storage, now);
}

class StorageOutputStore<P extends PendingBlob> implements OutputStore {
  readonly #storage: OutputStorage<P>;
  readonly #now: () => Date;

  constructor(storage: OutputStorage<P>, now: () => Date) {
    this.#storage = storage;
    this.#now = now;
  }

  async save({ runId, text, parts = [] }: OutputRecord): Promise<OutputRef> {
    const blobs = new Map<string, P>();
    const pending: P[] = [];
    const write = async (content: OutputRecord["text"]) => {
      const blob = await guarded("saved", () => this.#storage.createBlob());
      pending.push(blob);
      const info = await writeBlob(blob, content);
      blobs.set(info.hash, blob);
      return info;
    };
    try {
      const entry: OutputEntry = {
        id: `out_${randomBytes(12).toString("hex")}`,
        runId,
        createdAt: this.#now().getTime(),
        text: await write(text),
        ...(parts.length > 0 && { parts: blobInfoOf(await write(JSON.stringify(parts))) }),
      };
      await guarded("saved", () => this.#storage.publish(entry, blobs));
      return refOf(entry);
    } finally {
      // A failure here must not hide the outcome; what stays behind is removed by a later prune.
      await Promise.allSettled(pending.map((blob) => blob.discard()));
    }
  }

  async stat(address: OutputAddress): Promise<OutputRef> {
    return refOf(await this.#find(address));
  }

  async *read(address: OutputAddress, window: OutputWindow = {}): AsyncIterable<OutputLine> {
    const offset = countOf("offset", window.offset, 0);
    const limit = countOf("limit", window.limit, Number.MAX_SAFE_INTEGER);
    const { text } = await this.#find(address);
    const end = Math.min(offset + limit, text.lineCount);
    if (offset >= end) return;
    for await (const batch of this.#lines(text, offset, window.signal)) {
      for (const line of batch) {
        if (line.number > offset) yield line;
        if (line.number >= end) return;
      }
    }
  }

  async grep(address: OutputAddress, grep: OutputGrep): Promise<OutputGrepResult> {
    const search = compileGrep(grep);
    const { text } = await this.#find(address);
    return search(this.#lines(text, 0, grep.signal));
  }

  async parts(address: OutputAddress): Promise<readonly ContentPart[]> {
    const { parts } = await this.#find(address);
    if (parts === undefined) return [];
    const decoder = new TextDecoder();
    let json = "";
    for await (const chunk of this.#chunks(parts, 0)) json += decoder.decode(chunk, { stream: true });
    return parseJson(json) as unknown as ContentPart[];
  }

  async prune({ maxBytes, maxAge }: RetentionLimits): Promise<PruneResult> {
    const retention = {
      maxBytes: countOf("maxBytes", maxBytes, Number.POSITIVE_INFINITY),
      notBefore: maxAge === undefined ? Number.NEGATIVE_INFINITY : this.#now().getTime() - parseDuration(maxAge),
    };
    return guarded("pruned", async () => {
      const forgotten = chooseForgotten(await this.#storage.list(), retention);
      return { removed: forgotten.length, freedBytes: await this.#storage.remove(forgotten) };
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#storage.close();
  }

  async #find(address: OutputAddress): Promise<OutputEntry> {
    // A reference may come from a model: nothing but these characters ever reaches a storage.
    if (!/^[A-Za-z0-9_-]{1,64}$/.test(address.id)) throw outputNotFound(String(address.id));
    const entry = await guarded("found", () => this.#storage.find(address));
    if (entry === undefined) throw outputNotFound(address.id);
    return entry;
  }

  /** Lines in batches, from the last known place before `line` on. */
  #lines(text: OutputEntry["text"], line: number, signal?: AbortSignal): AsyncIterable<readonly OutputLine[]> {
    const from = checkpointBefore(text.checkpoints, line);
    return decodeLines(this.#chunks(text, from.byte, signal), from.line + 1);
  }

  async *#chunks(blob: BlobInfo, byte: number, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
    signal?.throwIfAborted();
    const chunks = this.#storage.read(blob.hash, byte)[Symbol.asyncIterator]();
    try {
      for (;;) {
        const next = await guarded("read", () => chunks.next());
        if (next.done) return;
        yield next.value;
        await breathe(signal);
      }
    } finally {
      await chunks.return?.();
    }
  }
}

async function writeBlob(blob: PendingBlob, content: OutputRecord["text"]): Promise<BlobInfo & LineIndex> {
  const hash = createHash("sha256");
  const indexer = new LineIndexer();
  for await (const chunk of encodeText(content)) {
    hash.update(chunk);
    indexer.push(chunk);
    await guarded("saved", () => blob.write(chunk));
    await breathe();
  }
  return { hash: hash.digest("hex"), ...indexer.end() };
}

/** Lets timers and requests run between chunks: a storage that answers at once would starve them, and no abort could come. */
async function breathe(signal?: AbortSignal): Promise<void> {
  await setImmediate();
  signal?.throwIfAborted();
}

function blobInfoOf({ hash, byteSize }: BlobInfo): BlobInfo {
  return { hash, byteSize };
}

function refOf({ id, text }: OutputEntry): OutputRef {
  return { id, byteSize: text.byteSize, lineCount: text.lineCount };
}
