/**
 * Which key of an object a field of a template means: the key itself, or else the one key whose Go spelling it is.
 * Only keys that the object has of its own are looked at, so `.constructor` is as missing as any other.
 */
import { goSpelling, isGoSpellingOf } from "./go-spelling.ts";
import { listNames, suggest } from "./suggest.ts";
import type { KeyStep } from "./template-path.ts";

const capital = /^\p{Lu}/u;

/** The keys meant: none when there is no such key, several when the Go spelling fits more than one. */
export function findKeys(name: string, object: object): readonly string[] {
  if (Object.hasOwn(object, name)) return [name];
  if (!capital.test(name)) return [];
  return Object.keys(object).filter((key) => isGoSpellingOf(name, key));
}

/** What exists instead of a key that is missing, for an error to say. */
export function describeKeys(step: KeyStep, keys: readonly string[]): string {
  if (keys.length === 0) return "there are no keys";
  const existing = `existing keys: ${listNames(keys)}`;
  const meant = meantBy(step, keys);
  return meant === undefined ? existing : `did you mean ${meant}? (${existing})`;
}

function meantBy(step: KeyStep, keys: readonly string[]): string | undefined {
  if (step.type === "key") {
    const meant = suggest(step.key, keys);
    return meant === undefined ? undefined : JSON.stringify(meant);
  }
  const meant = suggest(step.name, capital.test(step.name) ? keys.map(goSpelling) : keys);
  return meant === undefined ? undefined : `.${meant}`;
}
