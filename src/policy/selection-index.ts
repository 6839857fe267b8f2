/**
 * Looks ids and tags up instead of comparing them one by one. Only frozen lists are indexed: any other may change
 * between two calls, and rules that were changed have to count at once. All canonical rules have frozen lists.
 */
import type { Selector } from "./rules.ts";
import { TAG_PREFIX } from "./selector.ts";

export interface SelectionIndex {
  /** The first position whose id, tag or `"*"` names the tool. */
  firstByName(id: string, tags: readonly string[]): number | undefined;
  /** Positions of everything that is not a string, in order. */
  readonly byCall: readonly number[];
}

/** Undefined for a list that can change, or is so short that comparing is as fast. */
export function indexOfSelection(list: readonly Selector[]): SelectionIndex | undefined {
  if (list.length < WORTH_INDEXING) return undefined;
  const known = indexes.get(list);
  if (known !== undefined || !Object.isFrozen(list)) return known;
  const index = createIndex(list);
  indexes.set(list, index);
  return index;
}

// Measured: below this a scan wins.
const WORTH_INDEXING = 4;
const indexes = new WeakMap<readonly Selector[], SelectionIndex>();

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
