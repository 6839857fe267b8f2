/** How deep agents may call agents: never in a circle, and only so far. */
import type { ToolFailure } from "./failure.ts";
import type { RunState } from "./state.ts";

/** A root run is at depth 0. */
export const DEFAULT_MAX_AGENT_DEPTH = 5;

/** Why this agent may not be asked from here, or undefined when it may. */
export function nestingFailure(state: RunState, childAgentId: string, maxDepth: number): ToolFailure | undefined {
  const path = [...(state.parent?.agents ?? []), state.agentId];
  const problem = path.includes(childAgentId)
    ? `${[...path, childAgentId].join(" → ")} would go in a circle`
    : path.length > maxDepth
      ? `${path.join(" → ")} is as deep as agents may call each other (${maxDepth})`
      : undefined;
  if (problem === undefined) return undefined;
  const error = `agent_unreachable: ${childAgentId} cannot be asked from here: ${problem}. Go on without it.`;
  return { kind: "unavailable", error, recovery: { action: "replan" } };
}
