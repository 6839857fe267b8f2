/** Runs in memory: for tests, and for work that may be lost with its process. */
import type { RunEngine } from "./engine.ts";
import { createMemoryRunLog } from "./memory/index.ts";

export function createMemoryEngine(): RunEngine {
  return { log: createMemoryRunLog(), leaseMs: 60_000 };
}
