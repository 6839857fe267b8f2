/** Gives every property a name the dialect accepts: its own where possible, otherwise a readable, unique stand-in. */
import { shortHash } from "../../json/short-hash.ts";
import type { Dialect } from "./dialect.ts";

export function wirePropertyNames(
  names: readonly string[],
  rule: Dialect["propertyName"],
): ReadonlyMap<string, string> {
  if (rule === undefined) return new Map(names.map((name) => [name, name]));
  const { pattern, unwanted, longest } = rule;
  const taken = new Set(names.filter((name) => pattern.test(name)));
  const wireNames = new Map<string, string>();
  for (const name of names) {
    if (pattern.test(name)) {
      wireNames.set(name, name);
      continue;
    }
    const readable = name.replace(unwanted, "_").slice(0, longest) || "_";
    let wireName = pattern.test(readable) ? readable : `_${readable}`.slice(0, longest);
    for (let salt = 0; taken.has(wireName); salt++) {
      const suffix = `_${shortHash(`${name}#${salt}`)}`;
      wireName = `_${readable}`.slice(0, longest - suffix.length) + suffix;
    }
    taken.add(wireName);
    wireNames.set(name, wireName);
  }
  return wireNames;
}
