/**
 * Finds what a template reads and the data can never have, before there is data: a misspelt field, a field of a text,
 * a `range` over a number. Where the schema leaves something open, the template has the benefit of the doubt.
 */
import { describeKeys } from "./find-key.ts";
import { SchemaPlace } from "./schema-place.ts";
import type { DataSchema } from "./schema-reading.ts";
import type { SourcePosition } from "./source-position.ts";
import type { Template } from "./template.ts";
import { type PathStep, pathText, type TemplatePath } from "./template-path.ts";

export interface TemplateProblem extends SourcePosition {
  readonly code: "template_unknown_field" | "template_not_a_collection";
  /** What is wrong, where, and what exists instead. */
  readonly message: string;
  /** The path up to what cannot be there, as in `.items[].nmae`. */
  readonly path: string;
}

export function checkTemplate(template: Template, schema: DataSchema): TemplateProblem[] {
  const root = SchemaPlace.root(schema);
  return template.paths.map((path) => problemWith(path, root)).filter((problem) => problem !== undefined);
}

function problemWith({ steps, inherited, line, column }: TemplatePath, root: SchemaPlace): TemplateProblem | undefined {
  let place = root;
  for (const [index, step] of steps.entries()) {
    const next = place.step(step).place;
    if (next.isImpossible) {
      // A mistake in what a range goes over is told there, not again for everything inside.
      return index < inherited ? undefined : problemAt(place, step, steps.slice(0, index), { line, column });
    }
    place = next;
  }
  return undefined;
}

function problemAt(
  place: SchemaPlace,
  step: PathStep,
  before: readonly PathStep[],
  at: SourcePosition,
): TemplateProblem {
  const path = pathText([...before, step]);
  const where = `(template ${at.line}:${at.column})`;
  const types = place.types.filter((type) => type !== "null").join(" or ");
  const owner = before.length === 0 ? "the data" : pathText(before);
  if (step.type === "element") {
    const message = `${owner} has no elements to range over or index; it is ${types} ${where}`;
    return { code: "template_not_a_collection", message, path, ...at };
  }
  const instead = place.types.includes("object")
    ? describeKeys(step, place.keys)
    : `${owner} is ${types} and has no fields`;
  return { code: "template_unknown_field", message: `${path} cannot exist; ${instead} ${where}`, path, ...at };
}
