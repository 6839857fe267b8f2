/** `kigumi runs list`: a page of the runs in a store, the newest first. */
import type { RunFilter, RunRecord, RunStatus } from "../../engine/run-log.ts";
import { timeText } from "../figures.ts";
import { openExisting } from "../open-runtime.ts";
import type { Style } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";
import type { GlobalOptions, World } from "../world.ts";

export const RUN_STATUSES: readonly RunStatus[] = ["pending", "running", "paused", "completed", "failed", "canceled"];

export interface ListRunsOptions extends GlobalOptions {
  readonly session?: string;
  readonly agent?: string;
  readonly status?: RunStatus;
  readonly before?: string;
  readonly limit: number;
}

export async function listRuns(options: ListRunsOptions, world: World): Promise<void> {
  await using open = await openExisting(options, world, { withApp: false });
  const { runtime, terminal } = open;
  const { before } = options;
  if (before !== undefined && (await runtime.runs.find(before)) === undefined) {
    throw new UsageError(`there is no run ${before} to begin after; --before takes the id of a run in the list`);
  }
  const records = await runtime.runs.list(filterOf(options));
  if (records.length === 0) terminal.note("no runs");
  const width = Math.max(...records.map(({ agentId }) => agentId.length), 0);
  for (const record of records) {
    terminal.json({ type: "run", ...record });
    terminal.line(row(record, width), STYLES[record.status]);
  }
}

const STYLES: Readonly<Partial<Record<RunStatus, Style>>> = { paused: "yellow", failed: "red", canceled: "dim" };

function row({ runId, agentId, status, updatedAt, lastEventId }: RunRecord, agentWidth: number): string {
  const events = `${lastEventId} events`;
  return `${timeText(new Date(updatedAt))}  ${status.padEnd(9)}  ${agentId.padEnd(agentWidth)}  ${events.padStart(11)}  ${runId}`;
}

function filterOf({ session, agent, status, before, limit }: ListRunsOptions): RunFilter {
  return {
    limit,
    ...(session === undefined ? {} : { sessionId: session }),
    ...(agent === undefined ? {} : { agentId: agent }),
    ...(status === undefined ? {} : { status }),
    ...(before === undefined ? {} : { before }),
  };
}
