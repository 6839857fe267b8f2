/**
 * Which groups of three letters of some keywords to look for first: those that fewest spans have. How rare one is, the
 * newest spans tell: the further back one has to go to meet it so many times, the rarer it is.
 */
import type { Sql } from "../../engine/sqlite/statements.ts";
import { indexedKeyword } from "./folded-text.ts";
import { quoted } from "./keywords.ts";

/** A keyword that has the group, and the letter of it that the group begins with. */
interface Place {
  readonly keyword: string;
  readonly at: number;
}

/**
 * Rarest first, each group once; those that share letters with a rarer one last, because they say little new. None when
 * there are not more than `moreThan`: then there is nothing to choose from.
 */
export function rarestGroups(sql: Sql, keywords: readonly string[], { moreThan }: { moreThan: number }): string[] {
  const places = placesOfGroups(keywords);
  if (places.size <= moreThan) return [];
  const byRarity = [...places.keys()]
    .map((group) => ({ group, reach: reachOf(sql, group) }))
    .sort((a, b) => a.reach - b.reach);
  const apart: string[] = [];
  const overlapping: string[] = [];
  const taken: Place[] = [];
  for (const { group } of byRarity) {
    const own = places.get(group) ?? [];
    if (own.every((place) => taken.some((other) => overlaps(place, other)))) overlapping.push(group);
    else {
      apart.push(group);
      taken.push(...own);
    }
  }
  return [...apart, ...overlapping];
}

/** Of a keyword: a text pasted from somewhere is told by its beginning. */
const lettersLookedAt = 64;

function placesOfGroups(keywords: readonly string[]): Map<string, Place[]> {
  const places = new Map<string, Place[]>();
  for (const keyword of keywords) {
    const letters = [...indexedKeyword(keyword)].slice(0, lettersLookedAt);
    for (let at = 0; at + 3 <= letters.length; at++) {
      const group = letters.slice(at, at + 3).join("");
      const known = places.get(group);
      if (known === undefined) places.set(group, [{ keyword, at }]);
      else known.push({ keyword, at });
    }
  }
  return places;
}

function overlaps(one: Place, other: Place): boolean {
  return one.keyword === other.keyword && Math.abs(one.at - other.at) < 3;
}

const sample = 32;

/** The `seq` at which so many spans with the group have been met, from the newest backwards; 0 if there are fewer. */
function reachOf(sql: Sql, group: string): number {
  const last = `SELECT -rowid AS seq FROM span_search WHERE span_search MATCH ? ORDER BY rowid LIMIT 1 OFFSET ${sample - 1}`;
  return Number(sql(last).get(quoted(group))?.seq ?? 0);
}
