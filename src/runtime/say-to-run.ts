/**
 * Appends what somebody outside says to a run, once it has been checked against the run as the log has it. When
 * somebody else was faster it is checked again, against what is there then.
 */
import { nextMove } from "../engine/next-move.ts";
import type { RunLog } from "../engine/run-log.ts";
import { KigumiError } from "../errors/kigumi-error.ts";
import type { RunEvent, RunEventBody } from "../run/event.ts";
import { evolve, fold } from "../run/evolve.ts";
import type { RunState } from "../run/state.ts";
import type { Clock } from "../tool/clock.ts";

export interface RunListener {
  readonly log: RunLog;
  readonly clock: Clock;
  /** Called when a run was written to. */
  onAppended(runId: string): void;
}

/** What is said, or nothing when it would be no news. Throws when it does not fit. */
export type Speak = (state: RunState, now: number) => readonly RunEventBody[] | Promise<readonly RunEventBody[]>;

export async function sayToRun({ log, clock, onAppended }: RunListener, runId: string, speak: Speak): Promise<void> {
  for (;;) {
    const state = fold(await log.read(runId));
    if (state === undefined) throw notAwaited(runId, "there is no such run");
    if (state.outcome !== undefined) throw notAwaited(runId, `it has ended (${state.outcome.status})`);
    const at = clock.now().getTime();
    const bodies = await speak(state, at);
    if (bodies.length === 0) return;
    const { events, after } = stamped(state, bodies, at);
    const outcome = await log.append(runId, { after: state.lastEventId, events, next: nextMove(after, at), at });
    if (outcome.type !== "appended") continue;
    onAppended(runId);
    return;
  }
}

export function notAwaited(runId: string, reason: string): KigumiError {
  return new KigumiError({ code: "not_awaited", message: `run ${runId}: ${reason}`, data: { runId } });
}

/** The run had ended, or was gone, before anything could be said to it. */
export function isBeyondReach(error: unknown): boolean {
  return KigumiError.isInstance(error) && (error.code === "not_awaited" || error.code === "run_not_found");
}

/** The events that follow the state, and the state after them. */
function stamped(
  state: RunState,
  bodies: readonly RunEventBody[],
  at: number,
): { readonly events: readonly RunEvent[]; readonly after: RunState } {
  const { runId, agentId, sessionId, turn } = state;
  const owner = { runId, agentId, ...(sessionId === undefined ? {} : { sessionId }), turnId: `${runId}/${turn}` };
  let after = state;
  const events = bodies.map((body): RunEvent => {
    // The stamp comes last: what is said is from outside, and none of its keys may pass for a place.
    const event: RunEvent = { ...body, id: after.lastEventId + 1, v: 1, at, ...owner };
    after = evolve(after, event);
    return event;
  });
  return { events, after };
}
