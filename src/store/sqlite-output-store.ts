/**
 * Outputs in a SQLite file, alone or beside a runtime's tables: blobs in chunks of 256 KiB, so that a window reads a
 * chunk or two whatever the size of the output. WAL and short transactions let several processes share the file.
 */
import type { DatabaseSync, SQLOutputValue } from "node:sqlite";
import type { OutputAddress, OutputStore } from "../tool/output/output-store.ts";
import { createOutputStore } from "./create-output-store.ts";
import { checkpointsFromJson, checkpointsToJson } from "./entry-json.ts";
import { openOutputDatabase } from "./output-database.ts";
import { abandonedAfterMs, type OutputEntry, type OutputStorage, type PendingBlob } from "./output-storage.ts";
import { inTransaction } from "./sqlite/open-sqlite-file.ts";

export interface SqliteOutputStoreOptions {
  /** Made when missing, readable by its owner only. */
  file: string;
  now?: () => Date;
}

export function createSqliteOutputStore({ file, now = () => new Date() }: SqliteOutputStoreOptions): OutputStore {
  return createOutputStore(new SqliteStorage(openOutputDatabase(file), now), now);
}

class SqliteBlob implements PendingBlob {
  readonly id: number;
  readonly #database: DatabaseSync;
  #byteSize = 0;

  constructor(database: DatabaseSync, createdAt: number) {
    this.#database = database;
    const { lastInsertRowid } = database.prepare("INSERT INTO output_blobs (created_at) VALUES (?)").run(createdAt);
    this.id = Number(lastInsertRowid);
  }

  get byteSize(): number {
    return this.#byteSize;
  }

  // Each chunk commits on its own: a transaction over the whole stream would lock out every other writer.
  async write(chunk: Uint8Array): Promise<void> {
    this.#database
      .prepare("INSERT INTO output_chunks (blob_id, byte_offset, bytes) VALUES (?, ?, ?)")
      .run(this.id, this.#byteSize, chunk);
    this.#byteSize += chunk.length;
  }

  async discard(): Promise<void> {
    this.#database.prepare("DELETE FROM output_blobs WHERE id = ? AND hash IS NULL").run(this.id);
  }
}

class SqliteStorage implements OutputStorage<SqliteBlob> {
  readonly #database: DatabaseSync;
  readonly #now: () => Date;

  constructor(database: DatabaseSync, now: () => Date) {
    this.#database = database;
    this.#now = now;
  }

  async createBlob(): Promise<SqliteBlob> {
    return new SqliteBlob(this.#database, this.#now().getTime());
  }

  async publish(entry: OutputEntry, blobs: ReadonlyMap<string, SqliteBlob>): Promise<void> {
    inTransaction(this.#database, () => {
      const keep = this.#database.prepare("UPDATE OR IGNORE output_blobs SET hash = ?, byte_size = ? WHERE id = ?");
      for (const [hash, blob] of blobs) keep.run(hash, blob.byteSize, blob.id);
      this.#insert(entry);
    });
  }

  async find({ runId, id }: OutputAddress): Promise<OutputEntry | undefined> {
    const row = this.#database.prepare("SELECT * FROM output_refs WHERE run_id = ? AND id = ?").get(runId, id);
    return row && entryOf(row);
  }

  async *read(hash: string, byte: number): AsyncGenerator<Uint8Array> {
    const blob = this.#database.prepare("SELECT id, byte_size FROM output_blobs WHERE hash = ?").get(hash);
    if (blob === undefined) throw new Error(`no blob ${hash}`);
    const chunkAt = this.#database.prepare(
      "SELECT byte_offset, bytes FROM output_chunks WHERE blob_id = ? AND byte_offset <= ? ORDER BY byte_offset DESC LIMIT 1",
    );
    // A query for each chunk: an open cursor would keep SQLite from reusing its log while the reader takes its time.
    for (let position = byte; position < Number(blob.byte_size); ) {
      const row = chunkAt.get(blob.id ?? null, position);
      if (!(row?.bytes instanceof Uint8Array)) throw new Error(`blob ${hash} was removed while it was read`);
      const rest = row.bytes.subarray(position - Number(row.byte_offset));
      yield rest;
      position += rest.length;
    }
  }

  async list(): Promise<readonly OutputEntry[]> {
    return this.#database.prepare("SELECT * FROM output_refs").all().map(entryOf);
  }

  async remove(entries: readonly OutputEntry[]): Promise<number> {
    const unneeded = `hash IS NOT NULL
      AND hash NOT IN (SELECT text_hash FROM output_refs)
      AND hash NOT IN (SELECT parts_hash FROM output_refs WHERE parts_hash IS NOT NULL)`;
    const freed = inTransaction(this.#database, () => {
      const forget = this.#database.prepare("DELETE FROM output_refs WHERE run_id = ? AND id = ?");
      for (const { runId, id } of entries) forget.run(runId, id);
      const sum = this.#database.prepare(`SELECT sum(byte_size) AS bytes FROM output_blobs WHERE ${unneeded}`).get();
      this.#database.exec(`DELETE FROM output_blobs WHERE ${unneeded}`);
      this.#database
        .prepare("DELETE FROM output_blobs WHERE hash IS NULL AND created_at < ?")
        .run(this.#now().getTime() - abandonedAfterMs);
      return Number(sum?.bytes ?? 0);
    });
    this.#database.exec("PRAGMA incremental_vacuum");
    return freed;
  }

  async close(): Promise<void> {
    this.#database.close();
  }

  #insert({ runId, id, createdAt, text, parts }: OutputEntry): void {
    this.#database
      .prepare("INSERT INTO output_refs VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
      .run(
        runId,
        id,
        createdAt,
        text.hash,
        text.byteSize,
        text.lineCount,
        checkpointsToJson(text.checkpoints),
        parts?.hash ?? null,
        parts?.byteSize ?? null,
      );
  }
}

function entryOf(row: Record<string, SQLOutputValue>): OutputEntry {
  const hasParts = row.parts_hash !== null;
  return {
    runId: String(row.run_id),
    id: String(row.id),
    createdAt: Number(row.created_at),
    text: {
      hash: String(row.text_hash),
      byteSize: Number(row.byte_size),
      lineCount: Number(row.line_count),
      checkpoints: checkpointsFromJson(String(row.checkpoints)),
    },
    ...(hasParts && { parts: { hash: String(row.parts_hash), byteSize: Number(row.parts_byte_size) } }),
  };
}
