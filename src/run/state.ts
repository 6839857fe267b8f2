/** A run as its events left it. Nothing else holds run state; everything here can be computed again from the log. */
import type { JsonValue } from "../json/json.ts";
import type { CallIds } from "./call-ids.ts";
import type {
  HeldCall,
  ParentCall,
  PauseReason,
  Phase,
  PlannedAwait,
  RunError,
  ScheduledCall,
  ToolOutcome,
} from "./event.ts";
import type { AssistantPart, Message } from "./message.ts";
import type { FinalizeReason } from "./plan.ts";
import type { ReminderState } from "./reminder.ts";
import type { RunOverrides, RunPolicy } from "./run-policy.ts";
import type { KeptServerData } from "./server-data.ts";

export interface RunState {
  readonly runId: string;
  readonly agentId: string;
  readonly sessionId?: string;
  readonly parent?: ParentCall;
  readonly labels: Readonly<Record<string, string>>;
  readonly policy: RunPolicy;
  readonly overrides: RunOverrides;

  readonly lastEventId: number;
  readonly phase: Phase;
  readonly messages: readonly Message[];
  readonly callIds: CallIds;
  /** Turns the planner has taken. */
  readonly turn: number;
  /** What the planner decided on its last turn; undefined before its first. */
  readonly current?: Turn;

  readonly callsLeft?: number;
  readonly failuresLeft?: number;
  readonly clock: RunClock;
  readonly spent: { readonly tokens: number; readonly cost: number };
  /** Set aside for the turn that is being planned. */
  readonly reserved?: { readonly turn: number; readonly tokens: number };
  /** A limit was reached: why the run has to answer now. */
  readonly limit?: FinalizeReason;
  /** The run has been told to answer now. */
  readonly finalizing?: FinalizeReason;

  readonly waits: readonly Wait[];
  /** Set while the run stands still. */
  readonly paused?: PauseReason;
  readonly isPauseRequested: boolean;
  readonly cancelRequested?: { readonly reason?: string };

  /** What the last model that was asked had to read; unknown again once history was compressed. */
  readonly promptTokens?: number;
  readonly compressed?: { readonly through: number; readonly summary: string };
  readonly reminders: readonly ReminderState[];
  /** Tools that failed in a way that calling them again will not mend, hidden for one turn. */
  readonly hiddenTools: readonly string[];
  /** In a nested run: what its user is to see, for the call that it answers. */
  readonly surfaced: readonly KeptServerData[];

  readonly outcome?: {
    readonly status: "completed" | "failed" | "canceled";
    readonly message?: string;
    readonly value?: JsonValue;
    readonly error?: RunError;
  };
}

export interface Turn {
  readonly content: readonly AssistantPart[];
  readonly calls: readonly CallState[];
  readonly held: readonly HeldCall[];
  readonly awaits: readonly PlannedAwait[];
  readonly final?: { readonly text: string; readonly value?: JsonValue };
  /** Every call has its answer, and the transcript has them all. */
  readonly isAnswered: boolean;
  /** Its questions have been put to people; they are not put again. */
  readonly isAsked: boolean;
}

export interface CallState extends ScheduledCall {
  readonly status: "scheduled" | "started" | "done";
  readonly key?: string;
  readonly attempt: number;
  readonly childRunId?: string;
  readonly expectedChildren?: number;
  readonly outcome?: ToolOutcome;
}

/** A question to somebody outside. */
export type Wait =
  | {
      readonly kind: "confirmation";
      readonly awaitId: string;
      readonly answer?: WaitAnswer;
      readonly expiresAt?: number;
    }
  | { readonly kind: "clarification"; readonly awaitId: string; readonly answer?: WaitAnswer }
  | {
      readonly kind: "tool_results";
      readonly awaitId: string;
      readonly callIds: readonly string[];
      readonly answer?: WaitAnswer;
    };

export type WaitAnswer =
  | { readonly type: "approved" | "denied"; readonly by: string }
  | { readonly type: "expired" }
  | { readonly type: "text"; readonly text: string }
  | {
      readonly type: "results";
      readonly results: readonly { readonly callId: string; readonly outcome: ToolOutcome }[];
    };

/** Deadlines move while the run waits for people: their time is not the run's. */
export interface RunClock {
  readonly startedAt: number;
  readonly budgetAt?: number;
  readonly stoppedAt?: number;
}

export function isEnded(state: RunState): boolean {
  return state.outcome !== undefined;
}

/** The calls of the current turn that have no outcome yet, scheduled or not. */
export function openCalls(state: RunState): readonly CallState[] {
  return state.current?.calls.filter((call) => call.status !== "done") ?? [];
}
