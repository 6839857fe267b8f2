/** `kigumi runs search`: the events that hold every word, the best matches first. */
import { eventDetail } from "../describe-event.ts";
import type { GlobalOptions, World } from "../world.ts";
import { openRunLog } from "./open-run-log.ts";

export interface SearchRunsOptions extends GlobalOptions {
  readonly run?: string;
  readonly limit: number;
}

export async function searchRuns(words: readonly string[], options: SearchRunsOptions, world: World): Promise<void> {
  const { run: runId, limit } = options;
  await using open = openRunLog(options, world);
  const { log, terminal } = open;
  const events = await log.searchEvents(words.join(" "), { limit, ...(runId === undefined ? {} : { runId }) });
  if (events.length === 0) terminal.note("no events");
  for (const event of events) {
    terminal.json({ ...event });
    terminal.line(`${event.runId}  ${event.id}  ${event.type}  ${eventDetail(event)}`.trimEnd());
  }
}
