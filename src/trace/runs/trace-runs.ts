/**
 * Tells tracers of runs while they happen. Stands in front of a run log, which stays in charge: a tracer hears of an event
 * after it is durable, from the one process that appended it, and whatever a tracer does the log does not notice.
 */
import type { AppendBatch, RunLog } from "../../engine/run-log.ts";
import type { RunEvent } from "../../run/event.ts";
import type { Tracer } from "../tracer.ts";
import { withinTime } from "../within-time.ts";
import { RunTracer } from "./run-tracer.ts";

export interface TraceRunsOptions {
  /** Told what a tracer or the log failed with. Default: nothing is said. */
  readonly onError?: (error: unknown) => void;
  /** How long closing waits for the tracers. Default 5 seconds. */
  readonly closeTimeoutMs?: number;
}

/** The same log, traced. Closing it waits until the tracers have been told everything, and flushes them. */
export function traceRuns<Log extends RunLog>(
  log: Log,
  tracers: readonly Tracer[],
  { onError, closeTimeoutMs = 5_000 }: TraceRunsOptions = {},
): Log {
  const runs = new RunTracer(log, tracers, onError);
  const traced: Pick<RunLog, "create" | "append"> & AsyncDisposable = {
    async create(run, events, next) {
      await log.create(run, events, next);
      runs.appended(run.runId, events, { isAtRest: false });
    },
    async append(runId: string, batch: AppendBatch) {
      const outcome = await log.append(runId, batch);
      if (outcome.type === "appended") runs.appended(runId, batch.events, { isAtRest: isAtRest(batch) });
      return outcome;
    },
    async [Symbol.asyncDispose]() {
      await withinTime(closeTimeoutMs, runs.settled());
      await log[Symbol.asyncDispose]();
    },
  };
  return new Proxy(log, {
    get(target, key) {
      const own: unknown = Reflect.get(key in traced ? traced : target, key);
      // Bound, because a log's private fields are only known to the log itself.
      return typeof own === "function" && !(key in traced) ? own.bind(target) : own;
    },
  });
}

function isAtRest({ next, release, events }: AppendBatch): boolean {
  const last: RunEvent | undefined = events.at(-1);
  return release === true || last?.type === "run_completed" || (!next.isRunnable && next.status === "paused");
}
