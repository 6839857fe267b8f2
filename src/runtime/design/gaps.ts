/** What a design needs to run and was not given, and what it was given that it has no use for: all of it at once. */
import { didYouMean } from "../../errors/did-you-mean.ts";
import { KigumiError } from "../../errors/kigumi-error.ts";

export interface Gap {
  /** The option that lacks something, or has too much. */
  readonly option:
    | "planners"
    | "executors"
    | "services"
    | "historyModels"
    | "agentToolsets"
    | "mcpCallers"
    | "registries";
  /** The key in it. */
  readonly id: string;
  /** What is wrong, and what to do. */
  readonly message: string;
}

export function assertNoGaps(gaps: readonly Gap[]): void {
  if (gaps.length === 0) return;
  throw new KigumiError({
    code: "incomplete_design",
    message: ["the design cannot run like this:", ...gaps.map(({ message }) => `- ${message}`)].join("\n"),
    data: { gaps },
  });
}

/** Keys that nothing in the design is called: most likely they are misspelled. */
export function unknownKeys(
  option: Gap["option"],
  given: Readonly<Record<string, unknown>> | undefined,
  known: readonly string[],
  kind: string,
): Gap[] {
  return Object.keys(given ?? {})
    .filter((id) => !known.includes(id))
    .map((id) => ({ option, id, message: `${option} has "${id}", but ${unknownName(kind, id, known)}` }));
}

export function unknownName(kind: string, name: string, known: readonly string[]): string {
  const meant = didYouMean(name, known);
  return `the design has no ${kind} "${name}"${meant === undefined ? "" : `; did you mean "${meant}"?`}`;
}

/** Own properties only: an id may be any text, also `constructor`. */
export function entryOf<T>(entries: Readonly<Record<string, T>> | undefined, id: string): T | undefined {
  return entries !== undefined && Object.hasOwn(entries, id) ? entries[id] : undefined;
}
