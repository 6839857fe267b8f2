/** Prepared statements by their text: each is compiled once for the life of the connection. */
import type { DatabaseSync, StatementSync } from "node:sqlite";

/** `sql("SELECT …")` is the statement, ready to be given its parameters. */
export type Sql = (text: string) => StatementSync;

export function createStatements(database: DatabaseSync): Sql {
  const prepared = new Map<string, StatementSync>();
  return (text) => {
    let statement = prepared.get(text);
    if (statement === undefined) {
      statement = database.prepare(text);
      prepared.set(text, statement);
    }
    return statement;
  };
}
