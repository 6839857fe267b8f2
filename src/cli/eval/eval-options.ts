/** What `kigumi eval` can be told. */
import type { TracesOptions } from "../traces/open-traces.ts";

export interface EvalOptions extends TracesOptions {
  readonly dataset?: string;
  readonly variants?: readonly string[];
  readonly baseline?: string;
  readonly limit?: number;
  readonly concurrency?: number;
  readonly seed: number;
  readonly resume?: string;
  readonly minScore?: number;
  /** False when a regression is to fail the command. */
  readonly regression: boolean;
}
