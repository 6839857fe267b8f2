/**
 * The ids of every call a run has made. A value like the rest of the state, but growing it copies only the latest few:
 * whether an id was used is asked on every turn, and must not cost more the longer a run gets.
 */
import type { Message } from "./message.ts";

export interface CallIds {
  /** The largest first, each at least twice the next: an id is copied as often as its run doubles, not once a turn. */
  readonly settled: readonly IdSet[];
  readonly recent: readonly string[];
}

interface IdSet {
  readonly size: number;
  /** The ids are its keys: a set that is plain data, since the whole state is. */
  readonly ids: Readonly<Record<string, true>>;
}

/** Few enough to look through, many enough that the rest is seldom touched. */
const MOST_RECENT = 16;

export function callIdsOf(messages: readonly Message[]): CallIds {
  return withCallsOf({ settled: [], recent: [] }, messages);
}

export function hasCallId({ settled, recent }: CallIds, id: string): boolean {
  return recent.includes(id) || settled.some(({ ids }) => Object.hasOwn(ids, id));
}

export function withCallsOf({ settled, recent }: CallIds, messages: readonly Message[]): CallIds {
  const latest = [...recent];
  for (const message of messages) {
    if (message.role !== "assistant") continue;
    for (const part of message.content) if (part.type === "tool_use") latest.push(part.id);
  }
  return latest.length <= MOST_RECENT ? { settled, recent: latest } : { settled: settle(settled, latest), recent: [] };
}

function settle(sets: readonly IdSet[], added: readonly string[]): readonly IdSet[] {
  const larger = [...sets];
  let set: IdSet = { size: added.length, ids: Object.fromEntries(added.map((id) => [id, true] as const)) };
  for (let last = larger.at(-1); last !== undefined && last.size < 2 * set.size; last = larger.at(-1)) {
    set = { size: last.size + set.size, ids: { ...last.ids, ...set.ids } };
    larger.pop();
  }
  return [...larger, set];
}
