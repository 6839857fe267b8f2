/** Which override of a prompt counts for a run: a session's own first, then the one with the most labels, then the newest. */
import type { PromptOverride } from "./prompt-store.ts";

/** The run that a prompt is rendered for. */
export interface PromptAudience {
  readonly sessionId?: string | undefined;
  readonly labels?: Readonly<Record<string, string>> | undefined;
}

/** `overrides` are the newest first. */
export function chooseOverride(
  overrides: readonly PromptOverride[],
  audience: PromptAudience,
): PromptOverride | undefined {
  const fitting = overrides.filter((override) => fits(override, audience));
  // A stable sort: among equals the newest stays first.
  return fitting.sort((left, right) => weight(right) - weight(left))[0];
}

function fits({ scope }: PromptOverride, { sessionId, labels = {} }: PromptAudience): boolean {
  if (scope.sessionId !== undefined && scope.sessionId !== sessionId) return false;
  return Object.entries(scope.labels ?? {}).every(
    ([key, value]) => Object.hasOwn(labels, key) && labels[key] === value,
  );
}

/** A session outweighs any number of labels a run will have. */
function weight({ scope }: PromptOverride): number {
  return (scope.sessionId === undefined ? 0 : 1000) + Object.keys(scope.labels ?? {}).length;
}
