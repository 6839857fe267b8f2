/**
 * What a place must offer for outputs to be kept in it: blobs of bytes by content hash, and entries that name them.
 * `createOutputStore` turns any such place into an `OutputStore`; encoding, hashing, lines and search are not its concern.
 */
import type { LineIndex } from "../tool/output/line-index.ts";
import type { OutputAddress } from "../tool/output/output-store.ts";

/** Bytes by the SHA-256 of their content, in hex. */
export interface BlobInfo {
  readonly hash: string;
  readonly byteSize: number;
}

/** One saved output: the reference that a run holds, and the blobs it needs. */
export interface OutputEntry extends OutputAddress {
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly text: BlobInfo & LineIndex;
  readonly parts?: BlobInfo;
}

/** A blob being written. Nobody can see it until an entry is published with it. */
export interface PendingBlob {
  write(chunk: Uint8Array): Promise<void>;
  /** Leaves nothing behind. Harmless after `publish`. */
  discard(): Promise<void>;
}

export interface OutputStorage<P extends PendingBlob = PendingBlob> {
  createBlob(): Promise<P>;
  /** Makes an entry and its blobs visible, all or nothing. A blob whose content is already there is not kept twice. */
  publish(entry: OutputEntry, blobs: ReadonlyMap<string, P>): Promise<void>;
  find(address: OutputAddress): Promise<OutputEntry | undefined>;
  /** The bytes of a blob from `byte` on; undefined content is a failure. */
  read(hash: string, byte: number): AsyncIterable<Uint8Array>;
  list(): Promise<readonly OutputEntry[]>;
  /** Removes entries, then every blob that no entry needs, and what interrupted saves left. Returns the bytes freed. */
  remove(entries: readonly OutputEntry[]): Promise<number>;
  close(): Promise<void>;
}

/** What interrupted writes leave is removed once it is this old: no save takes a day. */
export const abandonedAfterMs: number = 24 * 60 * 60 * 1000;

export function blobsOf(entry: OutputEntry): readonly BlobInfo[] {
  return entry.parts === undefined ? [entry.text] : [entry.text, entry.parts];
}
