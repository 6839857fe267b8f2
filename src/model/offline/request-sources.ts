/** What a request offers as arguments. Each quoted text, identifier and number is given out once. */
import { mentionsIn, type NumberMention } from "./mentions.ts";
import { remainderOf } from "./remainder.ts";
import { isWordOf, stemsOf } from "./words.ts";

type Accepts = (value: unknown) => boolean;

export class RequestSources {
  /** The span of time the request speaks of. */
  readonly seconds: number | undefined;
  /** What the request says beyond naming the tool; empty when it says nothing else. */
  readonly remainder: string;
  readonly #request: string;
  readonly #stems: ReadonlySet<string>;
  readonly #quoted: string[];
  readonly #identifiers: string[];
  readonly #numbers: NumberMention[];
  readonly #words: string[];

  constructor(request: string, toolName: string, identifiers?: readonly string[]) {
    const mentions = mentionsIn(request);
    this.seconds = mentions.seconds;
    this.remainder = remainderOf(request, toolName);
    this.#request = request;
    this.#stems = new Set(stemsOf(request));
    this.#quoted = [...mentions.quoted];
    this.#identifiers = [...(identifiers ?? mentions.identifiers)];
    this.#numbers = [...mentions.numbers];
    this.#words = mentions.words.filter((word) => stemsOf(word).some((stem) => !isWordOf(toolName, stem)));
  }

  /** Identifiers nobody has taken. */
  get identifiers(): readonly string[] {
    return this.#identifiers;
  }

  /** True when every telling word of a name or a value is in the request. */
  speaksOf(value: unknown): boolean {
    const stems = stemsOf(String(value));
    return stems.length > 0 && stems.every((stem) => this.#stems.has(stem));
  }

  /** True when the request says it does not want this. */
  denies(name: string): boolean {
    const [stem = ""] = stemsOf(name);
    return new RegExp(`\\b(?:no|not|without|don't)\\s+(?:\\S+\\s+)?${stem}`, "i").test(this.#request);
  }

  takeQuoted(accepts: Accepts): string | undefined {
    return takeFirst(this.#quoted, accepts);
  }

  takeName(accepts: Accepts): string | undefined {
    return this.takeQuoted(accepts) ?? takeFirst(this.#identifiers, accepts);
  }

  /** All identifiers, or all quoted texts where there are none. */
  takeAllNames(accepts: Accepts): string[] | undefined {
    const source = this.#identifiers.length > 0 ? this.#identifiers : this.#quoted;
    return source.length > 0 && accepts(source) ? source.splice(0) : undefined;
  }

  /** A word that neither the tool nor the parameter is called by: the last guess before none. */
  takeWord(name: string, accepts: Accepts): string | undefined {
    const isAnotherName = (word: string) => stemsOf(word).every((stem) => !isWordOf(name, stem));
    return takeFirst(this.#words, (word) => isAnotherName(word) && accepts(word));
  }

  /** A number that stands beside the parameter's name comes before one that does not. */
  takeNumber(name: string, accepts: Accepts): number | undefined {
    const isBesideName = ({ before, after }: NumberMention) =>
      stemsOf(`${before} ${after}`).some((stem) => isWordOf(name, stem));
    const fitting = this.#numbers.filter(({ value }) => accepts(value));
    const chosen = fitting.find(isBesideName) ?? fitting[0];
    if (chosen !== undefined) this.#numbers.splice(this.#numbers.indexOf(chosen), 1);
    return chosen?.value;
  }
}

function takeFirst(candidates: string[], accepts: (candidate: string) => boolean): string | undefined {
  const index = candidates.findIndex(accepts);
  return index === -1 ? undefined : candidates.splice(index, 1)[0];
}
