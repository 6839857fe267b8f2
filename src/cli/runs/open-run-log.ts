/** Opens the log of a store that is there, for commands about its file: nothing is created, nothing is driven. */
import { createSqliteRunLog, type SqliteRunLog } from "../../engine/sqlite/index.ts";
import { createTerminal, existingStore } from "../open-runtime.ts";
import type { Terminal } from "../terminal.ts";
import type { GlobalOptions, World } from "../world.ts";

export interface OpenRunLog extends AsyncDisposable {
  readonly log: SqliteRunLog;
  readonly terminal: Terminal;
}

export function openRunLog(options: GlobalOptions, world: World): OpenRunLog {
  const log = createSqliteRunLog({ file: existingStore(options, world) });
  return {
    log,
    terminal: createTerminal(options, world),
    [Symbol.asyncDispose]: () => log[Symbol.asyncDispose](),
  };
}
