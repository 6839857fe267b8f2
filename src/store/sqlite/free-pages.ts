/**
 * Gives the disk back what removed rows took, in short steps, as far as others who read the file allow. A file that was
 * made without `auto_vacuum` keeps its free pages, and fills them again.
 */
import type { SQLOutputValue } from "node:sqlite";

/** How the owner of a file lets statements be run on it. */
export interface FileAccess {
  read(statement: string): Promise<readonly Record<string, SQLOutputValue>[]>;
  write(statement: string): Promise<unknown>;
}

const pagesPerStep = 1000;

export async function giveBackFreePages(file: FileAccess): Promise<void> {
  for (let before = await freePages(file); before > 0; ) {
    await file.write(`PRAGMA incremental_vacuum(${pagesPerStep})`);
    const after = await freePages(file);
    if (after >= before) break;
    before = after;
  }
  await file.read("PRAGMA wal_checkpoint(TRUNCATE)");
}

async function freePages(file: FileAccess): Promise<number> {
  const [found] = await file.read("PRAGMA freelist_count");
  return Number(found?.freelist_count);
}
