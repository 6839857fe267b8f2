/** The refusals every log shares: each says what was asked for and what to do instead. */
import { KigumiError } from "../errors/kigumi-error.ts";

export function runExists(runId: string): KigumiError {
  return new KigumiError({
    code: "run_exists",
    message: `run ${JSON.stringify(runId)} already exists; start the new run under another id`,
    data: { runId },
  });
}

export function runNotFound(runId: string): KigumiError {
  return new KigumiError({
    code: "run_not_found",
    message: `there is no run ${JSON.stringify(runId)} in this log; check the id and which store is open`,
    data: { runId },
  });
}

export function runEnded(runId: string, status: string): KigumiError {
  return new KigumiError({
    code: "run_ended",
    message: `run ${JSON.stringify(runId)} is ${status}; nothing can be added to it. Start or fork another run`,
    data: { runId, status },
  });
}

export function invalidRunId(runId: string, id: string): KigumiError {
  return new KigumiError({
    code: "invalid_run_id",
    message: `run ${JSON.stringify(runId)} cannot be kept: ${JSON.stringify(id)} is no well-formed text. Give ids that are strings, without half of a surrogate pair`,
    data: { runId, id },
  });
}

/** A writer that disagrees with the log about the order of events is broken: loud, and nothing is written. */
export function invalidAppend(runId: string, why: string): KigumiError {
  return new KigumiError({
    code: "invalid_append",
    message: `the events for run ${JSON.stringify(runId)} do not continue its log: ${why}`,
    data: { runId },
  });
}

export function sessionEnded(sessionId: string): KigumiError {
  return new KigumiError({
    code: "session_ended",
    message: `session ${JSON.stringify(sessionId)} has ended; create a session with another id`,
    data: { sessionId },
  });
}

export function sessionNotFound(sessionId: string): KigumiError {
  return new KigumiError({
    code: "session_not_found",
    message: `there is no session ${JSON.stringify(sessionId)}; create it first`,
    data: { sessionId },
  });
}

export function storeClosed(): KigumiError {
  return new KigumiError({
    code: "store_closed",
    message: "the run log was closed; open it again to read or write runs",
  });
}
