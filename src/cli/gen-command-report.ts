/** What `kigumi gen` says of files that it left alone. */
import type { OutputConflict } from "../codegen/index.ts";
import { KigumiError } from "../errors/kigumi-error.ts";
import { countText } from "./figures.ts";
import type { Terminal } from "./terminal.ts";

const REASONS: Readonly<Record<OutputConflict["reason"], string>> = {
  not_generated: "was not generated",
  edited: "has been edited",
  not_a_file: "is no plain file",
};

/** Throws when there are any: what was generated is not all that is there. */
export function refuseConflicts(conflicts: readonly OutputConflict[], terminal: Terminal): void {
  if (conflicts.length === 0) return;
  for (const { path, reason } of conflicts) terminal.line(`kept ${path}: it ${REASONS[reason]}`, "yellow");
  throw new KigumiError({
    code: "files_in_the_way",
    message: `${countText(conflicts.length, "file")} in the way, left untouched; move or delete what is listed, and generate again`,
    data: { conflicts },
  });
}
