/** `didYouMean` for names that come from outside: bounded, because its cost grows with their number and length. */
import { didYouMean } from "../errors/did-you-mean.ts";

const longestName = 80;
const mostCandidates = 200;

export function suggest(name: string, candidates: readonly string[]): string | undefined {
  if (name.length > longestName) return undefined;
  return didYouMean(
    name,
    candidates.slice(0, mostCandidates).filter((candidate) => candidate.length <= longestName),
  );
}

/** The first few names, for a message that says what exists. */
export function listNames(names: readonly string[]): string {
  const shown = names.slice(0, 10).map((name) => (name.length > 40 ? `${name.slice(0, 40)}…` : name));
  const rest = names.length - shown.length;
  return rest > 0 ? `${shown.join(", ")} and ${rest} more` : shown.join(", ");
}
