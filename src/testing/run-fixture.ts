/**
 * A past run, frozen: everything that came to it from outside, with the questions it came as an answer to. Plain JSON,
 * made to be kept in a repository beside the test that replays it.
 */
import type { JsonObject } from "../json/json.ts";
import type { EventOf, RunError, RunEvent, ToolOutcome } from "../run/event.ts";
import type { Message } from "../run/message.ts";
import type { PlanResult } from "../run/plan.ts";
import type { RunState } from "../run/state.ts";

export interface RunFixture {
  readonly version: 1;
  /** The run that was recorded; the others are those nested below it. */
  readonly runId: string;
  readonly runs: Readonly<Record<string, RecordedRun>>;
}

export interface RecordedRun {
  readonly agentId: string;
  /** The events the run was created with. */
  readonly beginning: readonly RunEvent[];
  /** In the order of the log. */
  readonly steps: readonly RecordedStep[];
  readonly outcome: NonNullable<RunState["outcome"]>;
}

/** `at` is when the answer came, in milliseconds since the epoch. */
export type RecordedStep =
  | RecordedPlan
  | RecordedCompression
  | ({ readonly type: "call"; readonly at: number; readonly outcome: ToolOutcome } & CallRequest)
  | { readonly type: "said"; readonly at: number; readonly event: Statement }
  /** Nothing came but time: a request expired, or the budget ended. */
  | { readonly type: "time"; readonly at: number };

/** With a result or an error, or neither when the run went on without the answer. */
export interface RecordedPlan {
  readonly type: "plan";
  readonly at: number;
  readonly request: PlanRequest;
  readonly result?: PlanResult;
  readonly error?: RunError;
}

export interface RecordedCompression {
  readonly type: "compress";
  readonly at: number;
  readonly request: CompressRequest;
  readonly result?: { readonly summary: string; readonly digest: string };
  readonly error?: RunError;
}

/** What a planner was asked, without what differs from run to run. */
export interface PlanRequest {
  readonly turn: number;
  readonly mode: "start" | "resume" | "finalize";
  readonly messages: readonly Message[];
  readonly finalize?: { readonly reason: string; readonly message: string };
}

export interface CompressRequest {
  readonly through: number;
  readonly messages: readonly Message[];
}

export interface CallRequest {
  readonly callId: string;
  readonly tool: string;
  readonly args: JsonObject;
}

export type StatementType =
  | "pause_requested"
  | "resume_requested"
  | "cancel_requested"
  | "reminder_added"
  | "approval_decided"
  | "clarification_provided"
  | "tool_results_provided";

/** What somebody said to the run, as it was logged. */
export type Statement = EventOf<StatementType>;
