/** An event on its way into a log: its place, and its JSON text, made once and before any lock is taken. */
import { stringifyJson } from "../json/stringify-json.ts";
import type { RunEvent } from "../run/event.ts";
import { invalidAppend } from "./run-log-error.ts";

export interface EncodedEvent {
  readonly id: number;
  readonly type: string;
  readonly at: number;
  readonly body: string;
}

/** Fails with `invalid_append` unless the ids count on from `after`. */
export function encodeEvents(runId: string, after: number, events: readonly RunEvent[]): readonly EncodedEvent[] {
  return events.map((event, index) => {
    const id = after + index + 1;
    if (event.id !== id) throw invalidAppend(runId, `event ${event.id} stands where ${id} has to`);
    if (event.runId !== runId) throw invalidAppend(runId, `event ${id} belongs to run ${JSON.stringify(event.runId)}`);
    return { id, type: event.type, at: event.at, body: stringifyJson(event) };
  });
}

export function decodeEvent(body: string): RunEvent {
  return JSON.parse(body);
}
