/** Runs in one SQLite file: the embedded default. Survives being killed; several processes may share the file. */
import type { RunEngine } from "./engine.ts";
import { createSqliteRunLog } from "./sqlite/index.ts";

export interface SqliteEngineOptions {
  file: string;
  /** How long the runs of a killed process stay claimed. Default 15 s. */
  leaseMs?: number;
}

export function createSqliteEngine({ file, leaseMs = 15_000 }: SqliteEngineOptions): RunEngine {
  return { log: createSqliteRunLog({ file }), leaseMs };
}
