/**
 * The ids of every call a run has made. A value like the rest of the state, but growing it copies only the latest few:
 * whether an id was used is asked on every turn, and must not cost more the longer a run gets.
 */
import type { Message } from "./message.ts";

export interface CallIds {
  /** The ids are its keys: a set that is plain data, since the whole state is. */
  readonly settled: Readonly<Record<string, true>>;
  readonly recent: readonly string[];
}

/** Few enough to look through, many enough that the rest is seldom copied. */
const MOST_RECENT = 32;

export function callIdsOf(messages: readonly Message[]): CallIds {
  return { settled: keyed(messages.flatMap(idsIn)), recent: [] };
}

export function hasCallId({ settled, recent }: CallIds, id: string): boolean {
  return recent.includes(id) || Object.hasOwn(settled, id);
}

export function withCallsOf(ids: CallIds, message: Message): CallIds {
  const added = idsIn(message);
  if (added.length === 0) return ids;
  const recent = [...ids.recent, ...added];
  if (recent.length <= MOST_RECENT) return { settled: ids.settled, recent };
  return { settled: { ...ids.settled, ...keyed(recent) }, recent: [] };
}

function keyed(ids: readonly string[]): Record<string, true> {
  return Object.fromEntries(ids.map((id) => [id, true] as const));
}

function idsIn(message: Message): string[] {
  if (message.role !== "assistant") return [];
  return message.content.flatMap((part) => (part.type === "tool_use" ? [part.id] : []));
}
