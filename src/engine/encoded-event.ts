/**
 * An event on its way into a log and back. Its text, made once and before any lock is taken, leaves out what its place
 * says already: the run it belongs to, its number, its time and its turn are two thirds of a small event.
 */
import { stringifyJson } from "../json/stringify-json.ts";
import type { RunEvent } from "../run/event.ts";
import { invalidAppend, invalidRunId } from "./run-log-error.ts";

/** Where an event stands: what every event of its run shares is not repeated in each of them. */
export interface EventPlace {
  readonly id: number;
  readonly at: number;
  /** Of `turnId`, the part behind the run's own id. */
  readonly turn: number | undefined;
}

export interface EncodedEvent extends EventPlace {
  readonly type: string;
  readonly body: string;
}

/** The run an event belongs to. */
export interface EventOwner {
  readonly runId: string;
  readonly agentId: string;
  readonly sessionId?: string;
}

/** Fails with `invalid_append` unless the ids count on from `after`. */
export function encodeEvents(runId: string, after: number, events: readonly RunEvent[]): readonly EncodedEvent[] {
  return events.map((event, index) => {
    const id = after + index + 1;
    if (event.id !== id) throw invalidAppend(runId, `event ${event.id} stands where ${id} has to`);
    if (event.runId !== runId) throw invalidAppend(runId, `event ${id} belongs to run ${JSON.stringify(event.runId)}`);
    const turn = turnOf(event);
    return { id, type: event.type, at: event.at, turn, body: bodyOf(event, turn) };
  });
}

/** Fields set to undefined are left out by JSON: a copy without them would cost more than the text. */
function bodyOf(event: RunEvent, turn: number | undefined): string {
  return stringifyJson({
    ...event,
    id: undefined,
    v: undefined,
    at: undefined,
    runId: undefined,
    agentId: undefined,
    sessionId: undefined,
    turnId: turn === undefined ? event.turnId : undefined,
  });
}

/** Fails with `invalid_run_id` for a name that a file would not give back as it is, or would take for another one. */
export function assertStorable({ runId, agentId, sessionId = "" }: EventOwner): void {
  for (const id of [runId, agentId, sessionId]) {
    if (typeof id !== "string" || !id.isWellFormed()) throw invalidRunId(runId, id);
  }
}

/** Fails with `invalid_append` for an event that its run would not give back as it is. */
export function assertOwned({ runId, agentId, sessionId }: EventOwner, events: readonly RunEvent[]): void {
  for (const event of events) {
    if (event.agentId === agentId && event.sessionId === sessionId) continue;
    const [theirs, ours] = [event, { agentId, sessionId }].map((each) =>
      JSON.stringify([each.agentId, each.sessionId]),
    );
    throw invalidAppend(runId, `event ${event.id} is of agent and session ${theirs}, the run of ${ours}`);
  }
}

/** What the text itself says of its place counts: events written before their place was left out still do. */
export function decodeEvent(
  { runId, agentId, sessionId }: EventOwner,
  { id, at, turn, body }: EventPlace & { readonly body: string },
): RunEvent {
  return {
    id,
    v: 1,
    at,
    runId,
    agentId,
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(turn === undefined ? {} : { turnId: `${runId}/${turn}` }),
    ...JSON.parse(body),
  };
}

function turnOf({ runId, turnId }: RunEvent): number | undefined {
  if (turnId === undefined || !turnId.startsWith(runId) || turnId[runId.length] !== "/") return undefined;
  const behind = turnId.slice(runId.length + 1);
  const turn = Number(behind);
  return Number.isSafeInteger(turn) && String(turn) === behind ? turn : undefined;
}
