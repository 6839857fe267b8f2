/** Pairs what two lists call by the same name; what only one of them has is told. */
import type { Changes } from "./design-change.ts";

export function diffNamed<T>(
  before: readonly T[],
  after: readonly T[],
  { kind, nameOf, changes }: { readonly kind: string; readonly nameOf: (each: T) => string; readonly changes: Changes },
  compare: (before: T, after: T, changes: Changes) => void = () => {},
): void {
  const later = new Map(after.map((each) => [nameOf(each), each]));
  for (const each of before) {
    const name = nameOf(each);
    const counterpart = later.get(name);
    if (counterpart === undefined) changes.at(name).breaking("removed", `the ${kind} "${name}" is gone`);
    else compare(each, counterpart, changes.at(name));
    later.delete(name);
  }
  for (const name of later.keys()) changes.at(name).compatible("added", `the ${kind} "${name}" is new`);
}
