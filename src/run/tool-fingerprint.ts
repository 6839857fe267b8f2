/** The tool as it was when somebody was asked about it: an approval holds for this, and not for whatever has its name later. */
import type { ToolSpec } from "../tool/spec.ts";
import type { RunState } from "./state.ts";

export function toolFingerprint(spec: ToolSpec, hash: (text: string) => string): string {
  return hash(JSON.stringify(spec));
}

/** Why a call that was approved may not run after all, or undefined: its tool was another then. */
export function approvalProblem(
  { current }: RunState,
  callId: string,
  spec: ToolSpec | undefined,
  hash: (text: string) => string,
): string | undefined {
  const held = current?.held.find(({ schedule }) => schedule.callId === callId);
  if (held === undefined || spec === undefined || held.toolFingerprint === toolFingerprint(spec, hash))
    return undefined;
  return `${spec.id} has changed since it was approved, and did not run. Call it again to have it approved as it is now.`;
}
