/** What a driver needs somebody to do for it: ask the planner, run a tool, summarize. The runtime is the host. */
import type { CallToolCommand, CompressCommand, PlanCommand, StartChildCommand } from "../run/command.ts";
import type { RunEventBody, ToolOutcome } from "../run/event.ts";
import type { PlanResult } from "../run/plan.ts";
import type { PlanEnvironment } from "../run/plan-environment.ts";
import type { CallState, RunState } from "../run/state.ts";

export interface RunHost {
  readonly agentIds: readonly string[];
  environment(state: RunState, at: number): PlanEnvironment;
  /** Rejects when the planner failed for good. */
  plan(state: RunState, command: PlanCommand, signal: AbortSignal): Promise<PlanResult>;
  callTool(state: RunState, command: CallToolCommand, signal: AbortSignal): Promise<ToolOutcome>;
  /** The outcome of a call that was interrupted, or undefined when the tool cannot tell. */
  reconcile(
    state: RunState,
    call: { callId: string; tool: string; key: string },
    signal: AbortSignal,
  ): Promise<ToolOutcome | undefined>;
  compress(
    state: RunState,
    command: CompressCommand,
    signal: AbortSignal,
  ): Promise<{ summary: string; digest: string }>;
  /** The beginning of the child run, or the failure of the call when it cannot begin. */
  startChild(state: RunState, command: StartChildCommand): Promise<Extract<RunEventBody, { type: "run_started" }>>;
  /** What the planner reads of a run that has ended, as the outcome of the call that it answers. */
  childOutcome(child: RunState, call: CallState): Promise<ToolOutcome>;
  /** The classification of a planner's error for the log. */
  planError(error: unknown): {
    kind: string;
    message: string;
    isRetryable: boolean;
    provider?: string;
    httpStatus?: number;
  };
}
