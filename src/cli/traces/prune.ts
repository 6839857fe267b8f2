/** `kigumi traces prune`: forgets old traces, and as many more as it takes to be within a size. */
import { bytesText, countText } from "../figures.ts";
import { keptLimits, type RetentionOptions } from "../retention-options.ts";
import type { World } from "../world.ts";
import { openTraces, type TracesOptions } from "./open-traces.ts";

export async function pruneCommand(options: TracesOptions & RetentionOptions, world: World): Promise<void> {
  const { traces } = options;
  const limits = keptLimits(options);
  await using open = openTraces(options, world);
  const { removed, freedBytes } = await open.store.prune(limits);
  open.terminal.json({ type: "result", removed, freedBytes });
  open.terminal.line(`${countText(removed, "trace")} with ${bytesText(freedBytes)} of spans forgotten in ${traces}`);
}
