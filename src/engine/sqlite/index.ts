/** The run log on SQLite: one file, shared by as many processes as open it. */
export type { SearchOptions } from "./event-search.ts";
export type { PrunedRuns } from "./retention.ts";
export { createSqliteRunLog, type SqliteRunLog, type SqliteRunLogOptions } from "./sqlite-run-log.ts";
