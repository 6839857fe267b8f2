/**
 * Derives a run's state from its log again and proves that the log holds together: every event is legal where it
 * stands, the state does not depend on how the events are handed over, and the log's index says the same.
 */
import { hasEnded } from "../engine/readiness.ts";
import type { RunLog } from "../engine/run-log.ts";
import { jsonEqual } from "../json/json-equal.ts";
import { checkLog, type LogProblem } from "../run/check-log.ts";
import type { RunEvent } from "../run/event.ts";
import { fold } from "../run/evolve.ts";
import type { RunState } from "../run/state.ts";

export interface Replay {
  readonly events: readonly RunEvent[];
  /** As the events leave it; before the first illegal one when there is one, and undefined when that is the first. */
  readonly state: RunState | undefined;
  readonly isLegal: boolean;
  readonly problem?: LogProblem;
}

const PAGE = 256;

/** Fails with `run_not_found`; whatever is wrong with the log itself is in the answer. */
export async function replayRun(log: RunLog, runId: string): Promise<Replay> {
  const events = await log.read(runId);
  const problem = checkLog(events) ?? (await checkStates(log, runId, events));
  if (problem === undefined) return { events, state: fold(events), isLegal: true };
  return { events, state: fold(events.slice(0, problem.eventId - 1)), isLegal: false, problem };
}

async function checkStates(log: RunLog, runId: string, events: readonly RunEvent[]): Promise<LogProblem | undefined> {
  const last = events.at(-1);
  const whole = fold(events);
  if (last === undefined || whole === undefined) return undefined;
  const differs = (message: string): LogProblem => ({ eventId: last.id, type: last.type, message });

  let paged: RunState | undefined;
  for (let after = 0; after < last.id; after += PAGE) {
    const limit = Math.min(PAGE, last.id - after);
    paged = fold(await log.read(runId, { after, limit }), paged);
  }
  if (!jsonEqual(paged, whole)) return differs("the state depends on how the log is read");

  const record = await log.find(runId);
  // A run that moves has gone on since it was read; what the index says is of that later time.
  if (record === undefined || record.lastEventId !== last.id) return undefined;
  const ended = whole.outcome?.status;
  const isIndexedAsEnded = hasEnded(record.status);
  if (ended === undefined ? isIndexedAsEnded : record.status !== ended) {
    return differs(`the index has the run as ${record.status}, its log as ${ended ?? "not ended"}`);
  }
  return undefined;
}
