/** A hold on one run: watch it, wait for it, cancel it. Holding one costs nothing; it can be made again from the id. */
import type { RunLog } from "../engine/run-log.ts";
import { KigumiError } from "../errors/kigumi-error.ts";
import type { RunEvent } from "../run/event.ts";
import type { DeltaHub, RunDelta } from "./delta-hub.ts";
import type { NestedRuns } from "./nested-runs.ts";
import { OUTPUT_EVENTS, type RunOutput, runOutput } from "./run-output.ts";
import { streamedEvents, withDeltas } from "./run-stream.ts";

export interface RunHandle {
  readonly id: string;
  /** Events as they come, those already there first. Go on where you stopped with `after`. */
  events(options?: EventsOptions & { deltas?: false }): AsyncIterable<RunEvent>;
  /** Also what the planner streams while it thinks, if it thinks in this process: before the event that commits it. */
  events(options: EventsOptions & { deltas: true }): AsyncIterable<RunEvent | RunDelta>;
  /** Resolves when the run ends, however it ends. */
  result(options?: { signal?: AbortSignal }): Promise<RunOutput>;
  /** Fires when the run has ended, however it ended: for work that is to last no longer than the run. */
  readonly signal: AbortSignal;
  /** Ends the run and every run below it. */
  cancel(reason?: string, requestedBy?: string): Promise<void>;
}

export interface EventsOptions {
  after?: number;
  signal?: AbortSignal;
}

export interface RunHandleServices {
  readonly log: RunLog;
  readonly nested: NestedRuns;
  readonly deltas: DeltaHub;
}

export function createRunHandle(id: string, { log, nested, deltas }: RunHandleServices): RunHandle {
  function events(options?: EventsOptions & { deltas?: false }): AsyncIterable<RunEvent>;
  function events(options: EventsOptions & { deltas: true }): AsyncIterable<RunEvent | RunDelta>;
  function events(options: EventsOptions & { deltas?: boolean } = {}): AsyncIterable<RunEvent | RunDelta> {
    const { deltas: isWanted = false, signal: given, ...window } = options;
    const watch = (signal: AbortSignal | undefined) =>
      streamedEvents(log.watch(id, { ...window, ...(signal === undefined ? {} : { signal }) }));
    if (!isWanted) return watch(given);
    const either = (left: AbortSignal) => (given === undefined ? left : AbortSignal.any([given, left]));
    return withDeltas((left) => watch(either(left)), deltas.subscribe(id));
  }
  let ended: AbortSignal | undefined;
  return {
    id,
    events,
    get signal() {
      ended ??= endSignal(id, log);
      return ended;
    },
    async result(options) {
      const output = runOutput(await log.end(id, { ...options, types: OUTPUT_EVENTS }));
      if (output !== undefined) return output;
      throw new KigumiError({ code: "run_not_ended", message: `the log of run ${id} was closed before the run ended` });
    },
    cancel: (reason, requestedBy) =>
      nested.cancel(id, {
        ...(reason === undefined ? {} : { reason }),
        ...(requestedBy === undefined ? {} : { requestedBy }),
      }),
  };
}

/** Fires, too, when the log can no longer be asked: nobody would be told of the end any more. */
function endSignal(id: string, log: RunLog): AbortSignal {
  const ended = new AbortController();
  log.end(id, { types: ["run_completed"] }).then(
    ([end]) => {
      const status = end?.type === "run_completed" ? end.status : "ended";
      ended.abort(
        new KigumiError({ code: "run_ended", message: `run ${id} is ${status}`, data: { runId: id, status } }),
      );
    },
    (error) => ended.abort(error),
  );
  return ended.signal;
}
