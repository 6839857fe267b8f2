/**
 * After a crash, before anything else: calls that were started and left no result. Reading again, or running an
 * idempotent call again with the same key, is harmless. A call that may only run once is never run again: its tool is
 * asked what became of it, and if it cannot tell, the planner and the operator are told that nobody knows.
 */

import type { CallToolCommand } from "./command.ts";
import { toolTimeoutMs } from "./run-policy.ts";
import type { RunState } from "./state.ts";

export type RecoveryCommand =
  | CallToolCommand
  | { readonly type: "reconcile"; readonly callId: string; readonly tool: string; readonly key: string };

export function recover(state: RunState): RecoveryCommand[] {
  if (state.outcome !== undefined) return [];
  return (state.current?.calls ?? []).flatMap((call): RecoveryCommand[] => {
    const { callId, tool, args, effect, key, attempt, status, childRunId } = call;
    if (status !== "started" || childRunId !== undefined || key === undefined) return [];
    if (effect === "once") return [{ type: "reconcile", callId, tool, key }];
    const timeoutMs = toolTimeoutMs(tool, state.policy, state.overrides);
    return [{ type: "call-tool", callId, tool, args, effect, key, attempt: attempt + 1, timeoutMs }];
  });
}
