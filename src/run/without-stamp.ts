/**
 * What a planner said, as the body of an event. A planner is somebody's code and may say more than it is asked for, such
 * as the id of a provider's answer: what has the name of a part of an event's stamp would be taken for that part.
 */
import type { EventStamp } from "./event.ts";

type StampKey = keyof EventStamp | "type";

export function withoutStamp<T extends object>(said: T & Partial<Record<StampKey, unknown>>): Omit<T, StampKey> {
  const { id, v, at, runId, agentId, sessionId, turnId, type, ...rest } = said;
  return rest;
}
