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
  return {
    id,
    events,
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
