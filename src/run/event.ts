/**
 * What can happen in a run: past tense, append-only, the only truth. State, transcript, trace and user interfaces are
 * computed from these and from nothing else. `v` is the version of the format; a reader for each older one is kept.
 */
import type { JsonObject, JsonValue } from "../json/json.ts";
import type { ResultBounds } from "../tool/result.ts";
import type { ToolEffect } from "../tool/spec.ts";
import type { ToolFailure } from "./failure.ts";
import type { AssistantPart, Message } from "./message.ts";
import type { AwaitItem, FinalizeReason, FinalResponse, PromptUse, Question, Usage } from "./plan.ts";
import type { Reminder } from "./reminder.ts";
import type { RunOverrides, RunPolicy } from "./run-policy.ts";
import type { KeptServerData, ServerDataChoice } from "./server-data.ts";

export type RunEvent = RunEventBody & EventStamp;

/** Where and when: supplied by the engine that appends the event. */
export interface EventStamp {
  /** The position in the run's log, counted from 1. */
  readonly id: number;
  readonly v: 1;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly runId: string;
  readonly agentId: string;
  readonly sessionId?: string;
  readonly turnId?: string;
}

export type RunEventType = RunEventBody["type"];
export type EventOf<Type extends RunEventType> = Extract<RunEvent, { type: Type }>;

export type RunEventBody = LifecycleEvent | PlanEvent | ToolEvent | WaitEvent | LedgerEvent;

export type Phase = "prompted" | "planning" | "executing_tools" | "synthesizing" | "completed" | "failed" | "canceled";

type LifecycleEvent =
  | {
      readonly type: "run_started";
      readonly messages: readonly Message[];
      readonly labels: Readonly<Record<string, string>>;
      readonly policy: RunPolicy;
      readonly overrides?: RunOverrides;
      /** The call of another run that this run answers. */
      readonly parent?: ParentCall;
      readonly forkedFrom?: { readonly runId: string; readonly at: number };
    }
  | { readonly type: "run_phase_changed"; readonly phase: Phase }
  | ({ readonly type: "run_paused"; readonly reason: PauseReason } & Said)
  | ({
      readonly type: "run_resumed";
      readonly reason: PauseReason;
      readonly notes?: string;
      readonly messages?: readonly Message[];
    } & Said)
  | ({ readonly type: "pause_requested"; readonly reason?: string } & Said)
  | ({ readonly type: "resume_requested"; readonly notes?: string; readonly messages?: readonly Message[] } & Said)
  | ({ readonly type: "cancel_requested"; readonly reason?: string } & Said)
  | {
      readonly type: "run_completed";
      readonly status: "completed" | "failed" | "canceled";
      readonly message?: string;
      readonly value?: JsonValue;
      readonly error?: RunError;
    };

/** `await_child`: a run nested below waits for a person, and that is not this run's time either. */
export type PauseReason =
  | "await_child"
  | "requested"
  | "await_queue"
  | "await_clarification"
  | "finalize"
  | "deadline_exceeded";

/** Who said it, and what they attached. */
export interface Said {
  readonly requestedBy?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly metadata?: JsonObject;
}

export interface ParentCall {
  readonly runId: string;
  readonly agentId: string;
  readonly callId: string;
  /** The tool that was called. */
  readonly tool: string;
  /** Run ids from the root to the parent. */
  readonly path: readonly string[];
  /** Whose runs they are: an agent that is on the way here is not asked again. */
  readonly agents: readonly string[];
  /** The call goes straight to this tool of the child; its planner is not asked. */
  readonly passthrough?: { readonly tool: string; readonly args: JsonObject };
}

/** Why a run failed: `message` for operators, `publicMessage` for whoever asked. */
export interface RunError {
  readonly kind: string;
  readonly message: string;
  readonly publicMessage: string;
  readonly isRetryable: boolean;
  readonly provider?: string;
  readonly httpStatus?: number;
}

type PlanEvent =
  /** What the planner decided, as one fact: replaying it never asks the planner again. */
  | {
      readonly type: "assistant_turn_committed";
      readonly turn: number;
      /** Every call is a `tool_use` part here, also those that wait for a person or are run by somebody outside. */
      readonly content: readonly AssistantPart[];
      readonly final?: FinalResponse;
      readonly held?: readonly HeldCall[];
      readonly awaits?: readonly PlannedAwait[];
    }
  | { readonly type: "assistant_message"; readonly text: string; readonly value?: JsonValue }
  | { readonly type: "thinking_block"; readonly text: string; readonly signature?: string; readonly redacted?: string }
  | { readonly type: "planner_note"; readonly text: string; readonly labels?: Readonly<Record<string, string>> }
  | ({ readonly type: "usage" } & Usage)
  | { readonly type: "finalization_started"; readonly reason: FinalizeReason }
  | {
      readonly type: "policy_decision";
      readonly allowed: readonly string[];
      readonly denied: readonly { readonly callId: string; readonly tool: string; readonly reason: string }[];
    }
  | ({ readonly type: "prompt_rendered" } & PromptUse)
  | {
      readonly type: "history_compressed";
      /** Messages before this position are replaced by the summary. */
      readonly through: number;
      readonly summary: string;
      /** Of what was summarized: the same history is never summarized twice. */
      readonly digest: string;
    }
  | { readonly type: "reminder_added"; readonly reminder: Reminder }
  | { readonly type: "reminder_removed"; readonly reminderId: string }
  | { readonly type: "reminders_shown"; readonly reminderIds: readonly string[] };

type ToolEvent =
  | ({ readonly type: "tool_call_scheduled" } & ScheduledCall)
  /** Durable before the effect runs: a started call without a result is ambiguous after a crash. */
  | { readonly type: "tool_call_started"; readonly callId: string; readonly key: string; readonly attempt: number }
  /** The run that answers the call has made this many calls of its own so far. */
  | { readonly type: "tool_call_updated"; readonly callId: string; readonly expectedChildren: number }
  | {
      readonly type: "tool_result_received";
      readonly callId: string;
      readonly tool: string;
      readonly outcome: ToolOutcome;
      readonly durationMs?: number;
      readonly childRunId?: string;
    }
  | { readonly type: "tool_outcome_unknown"; readonly callId: string; readonly tool: string; readonly key: string }
  | {
      readonly type: "child_run_linked";
      readonly callId: string;
      readonly tool: string;
      readonly childRunId: string;
      readonly childAgentId: string;
    };

/** A call that a person has to approve before it is scheduled. */
export interface HeldCall {
  readonly awaitId: string;
  readonly title: string;
  readonly prompt: string;
  readonly argsHash: string;
  readonly toolFingerprint: string;
  readonly expiresAt?: number;
  /** What the model reads when the answer is no. */
  readonly deniedContent: string;
  readonly schedule: ScheduledCall;
}

/** Something the planner waits for, with its ids settled. */
export type PlannedAwait =
  | (Extract<AwaitItem, { kind: "clarification" }> & { readonly awaitId: string })
  | {
      readonly kind: "questions";
      readonly awaitId: string;
      readonly title?: string;
      readonly questions: readonly Question[];
      readonly calls: readonly ScheduledCall[];
    }
  | { readonly kind: "external_tools"; readonly awaitId: string; readonly calls: readonly ScheduledCall[] };

/** A call as it is scheduled: everything the run has to know of its tool from then on. */
export interface ScheduledCall {
  readonly callId: string;
  readonly tool: string;
  readonly args: JsonObject;
  readonly effect: ToolEffect;
  readonly displayHint?: string;
  readonly isTerminal?: true;
  readonly isBookkeeping?: true;
  readonly resultReminder?: string;
  /** The argument that takes the cursor of a result with more to come. */
  readonly cursorField?: string;
  /** Whether the model asked for the optional server data of this call. */
  readonly serverData?: ServerDataChoice;
  /** Answered by a run of this agent. */
  readonly childAgentId?: string;
  /** Run by somebody outside, who provides the result. */
  readonly isExternal?: true;
  /** Refused when it was planned: its failure follows at once, and no cap is spent on it. */
  readonly isRejected?: true;
}

/** Success and failure exclude each other; only a success has bounds or server data. */
export type ToolOutcome =
  | {
      readonly type: "success";
      /** What the model reads. */
      readonly content: ToolContent;
      readonly bounds?: ResultBounds;
      /** For people and programs; never in the transcript. */
      readonly serverData?: readonly KeptServerData[];
      readonly outputRef?: string;
      /** One line for a user interface. */
      readonly displayHint?: string;
      /** What the planner is told beside the result. */
      readonly reminders?: readonly string[];
    }
  | { readonly type: "failure"; readonly failure: ToolFailure };

export type ToolContent = Extract<Message, { role: "tool" }>["results"][number]["content"];

type WaitEvent =
  | {
      readonly type: "await_confirmation";
      readonly awaitId: string;
      readonly callId: string;
      readonly tool: string;
      readonly args: JsonObject;
      readonly title: string;
      readonly prompt: string;
    }
  /** Binds the request: a decision counts for exactly this call, these arguments and this tool. */
  | {
      readonly type: "approval_requested";
      readonly awaitId: string;
      readonly callId: string;
      readonly runPath: readonly string[];
      readonly argsHash: string;
      readonly toolFingerprint: string;
      readonly expiresAt?: number;
    }
  | ({
      readonly type: "approval_decided";
      readonly awaitId: string;
      readonly approved: boolean;
      readonly requestedBy: string;
    } & Omit<Said, "requestedBy">)
  | { readonly type: "approval_expired"; readonly awaitId: string }
  | {
      readonly type: "tool_authorization";
      readonly callId: string;
      readonly tool: string;
      readonly approved: boolean;
      readonly summary: string;
      readonly approvedBy: string;
    }
  | {
      readonly type: "await_clarification";
      readonly awaitId: string;
      readonly question: string;
      readonly missingFields?: readonly string[];
      readonly restrictToTool?: string;
      readonly exampleInput?: JsonObject;
    }
  | {
      readonly type: "await_questions";
      readonly awaitId: string;
      readonly callId: string;
      readonly tool: string;
      readonly title?: string;
      readonly questions: readonly Question[];
    }
  | {
      readonly type: "await_external_tools";
      readonly awaitId: string;
      readonly items: readonly { readonly callId: string; readonly tool: string; readonly args: JsonObject }[];
    }
  | ({ readonly type: "clarification_provided"; readonly awaitId: string; readonly answer: string } & Said)
  | ({
      readonly type: "tool_results_provided";
      readonly awaitId: string;
      readonly results: readonly { readonly callId: string; readonly outcome: ToolOutcome }[];
    } & Said);

type LedgerEvent =
  | { readonly type: "budget_reserved"; readonly turn: number; readonly tokens: number }
  | { readonly type: "budget_settled"; readonly turn: number; readonly tokens: number; readonly cost?: number }
  | { readonly type: "budget_exhausted"; readonly budget: "time" | "tokens" | "cost" };
