/**
 * Gives the disk back what forgotten spans took, in short steps. The index of texts still holds them, crossed out, until
 * it is merged; then pages can go.
 */
import type { Sql } from "../../engine/sqlite/statements.ts";
import type { TraceConnection } from "./trace-connection.ts";

const mergedPagesPerStep = 250;
const freedPagesPerStep = 1000;

export async function giveBackSpace(connection: TraceConnection): Promise<void> {
  const changes = (sql: Sql) => Number(sql("SELECT total_changes() AS count").get()?.count);
  const merge = `INSERT INTO span_search (span_search, rank) VALUES ('merge', ${mergedPagesPerStep})`;
  for (let isMore = true; isMore; ) {
    isMore = await connection.ask((sql) => {
      const before = changes(sql);
      sql(merge).run();
      // The command itself counts as one change.
      return changes(sql) - before > 1;
    });
  }
  const freePages = (sql: Sql) => Number(sql("PRAGMA freelist_count").get()?.freelist_count);
  for (let before = await connection.ask(freePages); before > 0; ) {
    await connection.ask((sql) => sql(`PRAGMA incremental_vacuum(${freedPagesPerStep})`).all());
    const after = await connection.ask(freePages);
    // A file that was made without `auto_vacuum` keeps its free pages, and fills them again.
    if (after >= before) break;
    before = after;
  }
  await connection.ask((sql) => sql("PRAGMA wal_checkpoint(TRUNCATE)").all());
}
