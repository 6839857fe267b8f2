/** Freezes a past run, and every run nested below it, so that it can be replayed as a test. */
import type { RunLog } from "../engine/run-log.ts";
import { beginningLength } from "../run/fork-log.ts";
import { recordRun } from "./record-run.ts";
import type { RecordedRun, RunFixture } from "./run-fixture.ts";

/** A runtime, or a log of runs. */
export type RunSource = Pick<RunLog, "read"> | { readonly runs: Pick<RunLog, "read"> };

/** Plain JSON. Fails with `run_not_found`, and with `run_not_ended` for a run that is not over. */
export async function recordFixture(source: RunSource, runId: string): Promise<RunFixture> {
  const log = "runs" in source ? source.runs : source;
  const runs: Record<string, RecordedRun> = {};
  const waiting = [runId];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const events = await log.read(id);
    runs[id] = recordRun(events);
    // What a fork took over has its answers already.
    const own = events.slice(beginningLength(events));
    waiting.push(...own.flatMap((event) => (event.type === "child_run_linked" ? [event.childRunId] : [])));
  }
  return JSON.parse(JSON.stringify({ version: 1, runId, runs } satisfies RunFixture));
}
