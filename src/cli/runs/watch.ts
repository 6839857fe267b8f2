/** `kigumi runs watch`: shows a run as it goes on, whoever drives it; with its agents at hand, this process may. */
import { attendRun } from "../attend-run.ts";
import { openExisting } from "../open-runtime.ts";
import type { GlobalOptions, World } from "../world.ts";

export async function watchRun(runId: string, options: GlobalOptions, world: World): Promise<void> {
  await using open = await openExisting(options, world, { withApp: true });
  await attendRun({ open, runId, signal: world.signal });
}
