/** A hold on one run: watch it, wait for it, cancel it. Holding one costs nothing; it can be made again from the id. */
import type { RunLog } from "../engine/run-log.ts";
import { KigumiError } from "../errors/kigumi-error.ts";
import type { RunEvent } from "../run/event.ts";
import type { RunInbox } from "./run-inbox.ts";
import { type RunOutput, runOutput } from "./run-output.ts";

export interface RunHandle {
  readonly id: string;
  /** Events as they come, those already there first. Go on where you stopped with `after`. */
  events(options?: { after?: number; signal?: AbortSignal }): AsyncIterable<RunEvent>;
  /** Resolves when the run ends, however it ends. */
  result(options?: { signal?: AbortSignal }): Promise<RunOutput>;
  cancel(reason?: string, requestedBy?: string): Promise<void>;
}

export function createRunHandle(id: string, log: RunLog, inbox: RunInbox): RunHandle {
  return {
    id,
    events: (options) => log.watch(id, options),
    async result(options) {
      const events: RunEvent[] = [];
      for await (const event of log.watch(id, options)) events.push(event);
      const output = runOutput(events);
      if (output !== undefined) return output;
      throw new KigumiError({ code: "run_not_ended", message: `the log of run ${id} was closed before the run ended` });
    },
    cancel: (reason, requestedBy) =>
      inbox.cancel(id, {
        ...(reason === undefined ? {} : { reason }),
        ...(requestedBy === undefined ? {} : { requestedBy }),
      }),
  };
}
