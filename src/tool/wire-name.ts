/**
 * Names that every provider accepts (`[A-Za-z0-9_-]{1,64}`) for declared ids that may hold dots, slashes or any
 * letters, with the way back. An id that is already fit keeps its name; one that had to be changed and then met
 * another gets a hash of itself, so the outcome does not depend on the order in which tools were listed.
 */
import { shortHash } from "../json/short-hash.ts";

const LONGEST = 64;

export interface WireNames {
  toWire(id: string): string | undefined;
  toId(wireName: string): string | undefined;
}

export function wireNames(ids: Iterable<string>): WireNames {
  const unique = [...new Set(ids)];
  const owners = new Map<string, number>();
  for (const id of unique) owners.set(sanitize(id), (owners.get(sanitize(id)) ?? 0) + 1);

  const byId = new Map<string, string>();
  const byWire = new Map<string, string>();
  const isFree = (name: string) => !byWire.has(name) && !owners.has(name);
  for (const id of unique) {
    const plain = sanitize(id);
    const keepsPlain = plain === id || (owners.get(plain) === 1 && id.length <= LONGEST);
    const name = keepsPlain ? plain : withHash(id, plain, isFree);
    byId.set(id, name);
    byWire.set(name, id);
  }
  return { toWire: (id) => byId.get(id), toId: (name) => byWire.get(name) };
}

/** The wire name of one id on its own. */
export function wireName(id: string): string {
  const plain = sanitize(id);
  return id.length <= LONGEST ? plain : withHash(id, plain, () => true);
}

function sanitize(id: string): string {
  return id.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, LONGEST);
}

function withHash(id: string, plain: string, isFree: (name: string) => boolean): string {
  for (let salt = 0; ; salt++) {
    const suffix = `_${shortHash(salt === 0 ? id : `${id}#${salt}`)}`;
    const name = plain.slice(0, LONGEST - suffix.length) + suffix;
    if (isFree(name)) return name;
  }
}
