/** Tells of things that are different in a design and would be one outside of it. */
import type { Evaluation } from "../evaluation/evaluation.ts";
import type { Place } from "../problem.ts";

export class ClashCheck {
  readonly #evaluation: Evaluation;

  constructor(evaluation: Evaluation) {
    this.#evaluation = evaluation;
  }

  /** `tell`: what is wrong with two that have one key; undefined when that is told elsewhere. */
  that<Thing extends Place>(
    things: readonly Thing[],
    keyOf: (thing: Thing) => string,
    tell: (other: Thing, thing: Thing) => string | undefined,
  ): void {
    const taken = new Map<string, Thing>();
    for (const thing of things) {
      const key = keyOf(thing);
      const other = taken.get(key);
      const message = other && tell(other, thing);
      if (message !== undefined) {
        this.#evaluation.report({ code: "colliding_name", message, hint: "Give one of them another name." }, thing);
      }
      taken.set(key, thing);
    }
  }
}
