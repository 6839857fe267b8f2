/** Tells of names that are taken: by the same name, or by one that becomes the same identifier. */
import type { Evaluation } from "../evaluation/evaluation.ts";
import { slugOf } from "../names/slug.ts";
import type { Place } from "../problem.ts";

export interface Named extends Place {
  readonly name: string;
}

/** `what`: as in `the tool "search"`; `where`: what they are all in. */
export function checkUniqueNames(things: readonly Named[], what: string, where: string, evaluation: Evaluation): void {
  const taken = new Map<string, string>();
  for (const thing of things) {
    const slug = slugOf(thing.name);
    const other = taken.get(slug);
    if (thing.name === "" || other === undefined) taken.set(slug, thing.name);
    else if (other === thing.name) {
      const message = `${where} has another ${what} named "${thing.name}"`;
      evaluation.report({ code: "duplicate_name", message, hint: "Give one of them another name." }, thing);
    } else {
      const message = `the ${what} "${thing.name}" becomes "${slug}" in generated code, and so does "${other}" of ${where}`;
      evaluation.report({ code: "colliding_name", message, hint: "Give one of them another name." }, thing);
    }
  }
}
