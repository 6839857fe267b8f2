/**
 * Looks ids and tags up instead of comparing them one by one. Rules that were changed have to count at once, so a list
 * that is not frozen is compared with the copy its index was made from, which is still several times faster than asking
 * every selector.
 */
import type { Selector } from "./rules.ts";
import { TAG_PREFIX } from "./selector.ts";

export interface SelectionIndex {
  /** The first position whose id, tag or `"*"` names the tool. */
  firstByName(id: string, tags: readonly string[]): number | undefined;
  /** Positions of everything that is not a string, in order. */
  readonly byCall: readonly number[];
}

/** Undefined for a list so short that comparing is as fast. */
export function indexOfSelection(list: readonly Selector[]): SelectionIndex | undefined {
  if (list.length < WORTH_INDEXING) return undefined;
  const known = indexes.get(list);
  if (known !== undefined && (known.copy === undefined || isSame(list, known.copy))) return known.index;
  const index = createIndex(list);
  indexes.set(list, Object.isFrozen(list) ? { index } : { index, copy: [...list] });
  return index;
}

// Measured: below this a scan wins.
const WORTH_INDEXING = 4;
const indexes = new WeakMap<readonly Selector[], { index: SelectionIndex; copy?: readonly Selector[] }>();

function isSame(list: readonly Selector[], copy: readonly Selector[]): boolean {
  if (list.length !== copy.length) return false;
  for (let i = 0; i < list.length; i++) if (list[i] !== copy[i]) return false;
  return true;
}

function createIndex(list: readonly Selector[]): SelectionIndex {
  const ids = new Map<string, number>();
  const tagged = new Map<string, number>();
  const byCall: number[] = [];
  for (const [position, selector] of list.entries()) {
    if (typeof selector !== "string") byCall.push(position);
    else if (selector.startsWith(TAG_PREFIX)) addFirst(tagged, selector.slice(TAG_PREFIX.length), position);
    else addFirst(ids, selector, position);
  }
  const everything = ids.get("*");

  return {
    byCall,
    firstByName(id, tags) {
      let first = earlier(ids.get(id), everything);
      for (const tag of tags) first = earlier(first, tagged.get(tag));
      return first;
    },
  };
}

function addFirst(positions: Map<string, number>, name: string, position: number): void {
  if (!positions.has(name)) positions.set(name, position);
}

function earlier(left: number | undefined, right: number | undefined): number | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  return Math.min(left, right);
}
