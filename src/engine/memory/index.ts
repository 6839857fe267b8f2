/** The run log in memory: for tests, and for runs that need not outlive their process. */
export { createMemoryRunLog } from "./memory-run-log.ts";
