/** What one run leaves out of its agent's tools: one tool only, certain tags only, or all but certain tags. */
import type { RunOverrides } from "../run/run-policy.ts";
import type { ToolSpec } from "../tool/spec.ts";

/** Why the tool is left out, or undefined when it is not. */
export function narrowing(overrides: RunOverrides, { id, tags }: ToolSpec): string | undefined {
  const { restrictToTool, allowedTags, deniedTags } = overrides;
  if (restrictToTool !== undefined && id !== restrictToTool) return `this run is restricted to ${restrictToTool}`;
  const denied = deniedTags?.find((tag) => tags.includes(tag));
  if (denied !== undefined) return `this run leaves out the tag ${denied}`;
  if (allowedTags !== undefined && !allowedTags.some((tag) => tags.includes(tag))) {
    return `this run is limited to the tags ${allowedTags.join(", ")}`;
  }
  return undefined;
}
