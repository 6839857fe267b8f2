/** Two versions of a place that holds a type, where either may have none. */
import { selfContainedSchema, type TypePlace } from "../model.ts";
import type { Changes } from "./design-change.ts";
import { diffSchemas, type Side } from "./diff-schemas.ts";
import type { Versions } from "./versions.ts";

export interface PlaceDiff {
  readonly side: Side;
  readonly versions: Versions;
  readonly changes: Changes;
}

export function diffPlaces(
  before: TypePlace | undefined,
  after: TypePlace | undefined,
  { side, versions, changes }: PlaceDiff,
): void {
  if (before !== undefined && after !== undefined) {
    const was = selfContainedSchema(before.schema, versions.before.types);
    diffSchemas(was, selfContainedSchema(after.schema, versions.after.types), side, changes);
  } else if (before !== undefined) {
    changes.breaking("type_changed", "there is nothing here any more");
  } else if (after !== undefined) {
    changes.add("type_changed", "there was nothing here", side === "sent");
  }
}
