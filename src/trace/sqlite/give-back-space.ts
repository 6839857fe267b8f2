/**
 * Gives the disk back what forgotten spans took, in short steps. The index of texts still holds them, crossed out, until
 * it is merged; then pages can go.
 */
import type { Sql } from "../../engine/sqlite/statements.ts";
import { giveBackFreePages } from "../../store/sqlite/free-pages.ts";
import type { TraceConnection } from "./trace-connection.ts";

const mergedPagesPerStep = 250;

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
  const ask = (statement: string) => connection.ask((sql) => sql(statement).all());
  await giveBackFreePages({ read: ask, write: ask });
}
