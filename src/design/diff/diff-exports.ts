/** What is offered to others, in two versions: the toolsets, which of their tools, and where they are published. */
import type { DesignModel, ToolsetExport, ToolsetUse } from "../model.ts";
import type { Changes } from "./design-change.ts";
import { diffNamed } from "./diff-named.ts";
import type { Versions } from "./versions.ts";

export function diffExports(
  before: readonly ToolsetExport[],
  after: readonly ToolsetExport[],
  versions: Versions,
  changes: Changes,
): void {
  diffNamed(before, after, { kind: "export", nameOf: ({ toolset }) => toolset, changes }, (was, is, below) => {
    const offered = new Set(reachedTools([is], versions.after));
    for (const tool of reachedTools([was], versions.before)) {
      if (!offered.has(tool)) below.at(tool).breaking("removed", `"${tool}" is no longer exported`);
    }
    for (const registry of was.publishTo.filter((each) => !is.publishTo.includes(each))) {
      below.breaking("removed", `it is no longer published to the registry "${registry}"`);
    }
  });
}

/** Ids of the tools that a list of uses or exports reaches; `name.*` where only the provider knows them. */
export function reachedTools(references: readonly (ToolsetUse | ToolsetExport)[], { toolsets }: DesignModel): string[] {
  return references.flatMap(({ toolset: name, tools }) => {
    const known = toolsets.find((each) => each.name === name)?.tools.map(({ id }) => id) ?? [];
    return tools ?? (known.length === 0 ? [`${name}.*`] : known);
  });
}
