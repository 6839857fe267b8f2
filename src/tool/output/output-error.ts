/** The ways an output cannot be had. Messages reach models, so they name references and never places on a disk. */
import { KigumiError } from "../../errors/kigumi-error.ts";

/** Unknown, forgotten, malformed and another run's references are told apart by nobody: the answer is the same. */
export function outputNotFound(id: string): KigumiError {
  const shown = JSON.stringify(id.length > 80 ? `${id.slice(0, 80)}…` : id);
  return new KigumiError({
    code: "output_not_found",
    message: `this run has no stored output ${shown}; use a ref exactly as a result of this run shows it, or call the tool again if its output has expired`,
    data: { ref: id },
  });
}

export function invalidOutputQuery(message: string): KigumiError {
  return new KigumiError({ code: "invalid_output_query", message });
}

/** Checks a count that may come from a model; `undefined` is the default. */
export function countOf(name: string, value: number | undefined, fallback: number, least = 0): number {
  if (value === undefined) return fallback;
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw invalidOutputQuery(`${name} must be a whole number, ${least} or more; it was ${JSON.stringify(value)}`);
}
