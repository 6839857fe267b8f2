/**
 * Names that may not clash. Names that would come out the same all carry the hash of their own original, so that
 * none of them depends on which others there are, or on their order.
 */
import { shortHash } from "../../json/short-hash.ts";

/** Each name with what it becomes, in the order given. */
export function uniqueNames(names: Iterable<string>, convert: (name: string) => string): ReadonlyMap<string, string> {
  const originals = [...new Set(names)];
  const counts = new Map<string, number>();
  for (const name of originals) {
    const key = convert(name).toLowerCase();
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return new Map(
    originals.map((name) => {
      const converted = convert(name);
      const isAlone = counts.get(converted.toLowerCase()) === 1 && !RESERVED.has(converted);
      return [name, isAlone ? converted : `${converted}_${shortHash(name)}`];
    }),
  );
}

/** The names of one scope of generated code, handed out once each. */
export class NameScope {
  readonly #taken: Set<string>;

  constructor(taken: Iterable<string> = []) {
    this.#taken = new Set(taken);
  }

  /** The name, or the name with the first number that makes it new. */
  take(name: string): string {
    let taken = RESERVED.has(name) ? `${name}_` : name;
    for (let count = 2; this.#taken.has(taken); count++) taken = `${name}${count}`;
    this.#taken.add(taken);
    return taken;
  }
}

/** Words that cannot name a binding in a module. */
const RESERVED: ReadonlySet<string> = new Set(
  (
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends " +
    "false finally for function if implements import in instanceof interface let new null package private protected " +
    "public return static super switch this throw true try typeof undefined var void while with yield"
  ).split(" "),
);
