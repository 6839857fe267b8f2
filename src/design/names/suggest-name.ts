/** What to do about a name that leads nowhere: the one that was likely meant, or else those that exist. */
import { listNames, suggest } from "../../template/suggest.ts";

export function suggestName(name: string, existing: Iterable<string>): string {
  const names = [...existing].filter((each) => each !== "");
  const meant = suggest(name, names);
  if (meant !== undefined) return `Did you mean "${meant}"?`;
  return names.length === 0 ? "There is none yet; declare it." : `There is: ${listNames(names)}.`;
}
