/** `kigumi traces prune`: forgets old traces, and as many more as it takes to be within a size. */
import { bytesText, countText } from "../figures.ts";
import { UsageError } from "../usage-error.ts";
import type { World } from "../world.ts";
import { openTraces, type TracesOptions } from "./open-traces.ts";

export interface PruneOptions extends TracesOptions {
  readonly maxAge?: string;
  readonly maxBytes?: number;
}

export async function pruneCommand(options: PruneOptions, world: World): Promise<void> {
  const { maxAge, maxBytes, traces } = options;
  if (maxAge === undefined && maxBytes === undefined) {
    throw new UsageError("say what may stay: --max-age, --max-bytes, or both");
  }
  await using open = openTraces(options, world);
  const { removed, freedBytes } = await open.store.prune({
    ...(maxAge === undefined ? {} : { maxAge }),
    ...(maxBytes === undefined ? {} : { maxBytes }),
  });
  open.terminal.json({ type: "result", removed, freedBytes });
  open.terminal.line(`${countText(removed, "trace")} with ${bytesText(freedBytes)} of spans forgotten in ${traces}`);
}
