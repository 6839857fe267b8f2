/** What exists instead of a field that does not. */
import { didYouMean } from "../../errors/did-you-mean.ts";
import type { ObjectFields } from "../build/type-places.ts";

export function describeFields(name: string, { properties }: ObjectFields): string {
  const names = Object.keys(properties);
  const meant = didYouMean(name, names);
  if (meant !== undefined) return `Did you mean "${meant}"?`;
  return names.length === 0 ? "There are no fields." : `Fields are: ${names.slice(0, 10).join(", ")}.`;
}
