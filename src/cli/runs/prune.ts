/** `kigumi runs prune`: forgets ended runs that are old, and as many more as it takes to be within a size. */
import { bytesText, countText } from "../figures.ts";
import { keptLimits, type RetentionOptions } from "../retention-options.ts";
import type { GlobalOptions, World } from "../world.ts";
import { openRunLog } from "./open-run-log.ts";

export async function pruneRuns(options: GlobalOptions & RetentionOptions, world: World): Promise<void> {
  const limits = keptLimits(options);
  await using open = openRunLog(options, world);
  const { removed, freedBytes } = await open.log.prune(limits);
  open.terminal.json({ type: "result", removed, freedBytes });
  open.terminal.line(
    `${countText(removed, "run")} with ${bytesText(freedBytes)} of events forgotten in ${options.store}`,
  );
}
