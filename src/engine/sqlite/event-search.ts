/**
 * Full-text search over what events say. The index follows the log only when somebody searches: a search first takes in
 * what was appended since the last one, so writing events costs nothing more.
 */
import type { RunEvent } from "../../run/event.ts";
import { eventOf, ownerOf } from "./rows.ts";
import type { Sql } from "./statements.ts";

export interface SearchOptions {
  /** Default 50. */
  readonly limit?: number;
  readonly runId?: string;
}

/** Events taken in by one transaction: short, so that nobody who writes waits long. */
const eventsPerStep = 1000;

/** Takes in the next events inside a transaction. False when there were none left. */
export function indexNextEvents(sql: Sql): boolean {
  const newest = sql("SELECT rowid FROM event_search ORDER BY rowid DESC LIMIT 1").get();
  const { changes } = sql(`
    INSERT INTO event_search (rowid, words)
    SELECT id, (SELECT group_concat(atom, ' ') FROM json_tree(body) WHERE json_tree.type = 'text')
    FROM event WHERE id > ? ORDER BY id LIMIT ?`).run(newest?.rowid ?? 0, eventsPerStep);
  return Number(changes) === eventsPerStep;
}

/** The best matches first. */
export function findEvents(sql: Sql, query: string, { limit = 50, runId }: SearchOptions): readonly RunEvent[] {
  const words = matchExpression(query);
  if (words === "") return [];
  return sql(`
    SELECT seq, at, turn, body, run_id, agent_id, session_id FROM event_search
    JOIN event ON event.id = event_search.rowid JOIN run ON run.id = event.run
    WHERE event_search MATCH $words AND ($runId IS NULL OR run.run_id = $runId)
    ORDER BY event_search.rank, event.id LIMIT $limit`)
    .all({ words, runId: runId ?? null, limit })
    .map((row) => eventOf(ownerOf(row), row));
}

/** Forgets the events of a run that is about to be removed. */
export function forgetEvents(sql: Sql, run: number): void {
  sql("DELETE FROM event_search WHERE rowid IN (SELECT id FROM event WHERE run = ?)").run(run);
}

/** Every word has to occur; `wor*` finds its continuations. Quoted, so that no query is a syntax error. */
function matchExpression(query: string): string {
  const words = query.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  return words.map((word) => `"${word.replaceAll('"', " ")}"${word.endsWith("*") ? "*" : ""}`).join(" ");
}
