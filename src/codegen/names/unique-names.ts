/**
 * Names that may not clash. Names that would come out the same all carry the hash of their own original, so that
 * none of them depends on which others there are, or on their order.
 */
import { shortHash } from "../../json/short-hash.ts";

/** Each name with what it becomes, in the order given; nothing becomes what is `taken`. */
export function uniqueNames(
  names: Iterable<string>,
  convert: (name: string) => string,
  taken: ReadonlySet<string> = new Set(),
): ReadonlyMap<string, string> {
  const unique = new Map([...new Set(names)].map((name) => [name, convert(name)]));
  // Again only when a name with its hash is how another is spelt.
  for (let round = 0; ; round++) {
    const sharing = Map.groupBy(unique, ([, converted]) => converted.toLowerCase());
    const clashing = [...sharing.values()].filter((group) => group.length > 1 || group.some(([, it]) => taken.has(it)));
    if (clashing.length === 0) return unique;
    for (const [name, converted] of clashing.flat()) {
      unique.set(name, `${converted}_${shortHash(round === 0 ? name : `${name} ${round}`)}`);
    }
  }
}

/** The name, told apart from what the module imports under it. */
export function besideImports(name: string, imported: readonly string[]): string {
  return imported.includes(name) ? `${name}_` : name;
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
