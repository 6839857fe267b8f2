/**
 * What a planner is asked and what it may answer. A planner holds no state of its own: everything it needs is in the
 * question, so it can be asked again after a crash and on another machine.
 */
import type { JsonObject, JsonValue } from "../json/json.ts";
import type { ToolDefinition } from "../tool/spec.ts";
import type { AssistantPart, Message } from "./message.ts";
import type { Reminder } from "./reminder.ts";

/** The next step: tool calls, a final answer, or waiting for somebody. At least one of them. */
export interface PlanResult {
  readonly toolCalls?: readonly PlannedCall[];
  readonly finalResponse?: FinalResponse;
  readonly await?: { readonly items: readonly AwaitItem[] };
  /** Remarks for people; never shown to a model. */
  readonly notes?: readonly PlannerNote[];
  /** What the model said beside the calls, thinking included, in its order. */
  readonly content?: readonly AssistantPart[];
  readonly usage?: readonly Usage[];
  /** What it did through its services while it thought; the runtime fills this in, and it is logged with the turn. */
  readonly served?: readonly ServedRequest[];
}

export type ServedRequest =
  | { readonly type: "reminder_added"; readonly reminder: Reminder }
  | { readonly type: "reminder_removed"; readonly reminderId: string }
  | ({ readonly type: "prompt_rendered" } & PromptUse);

/** Which text of a prompt was used, and for whom it had been changed. */
export interface PromptUse {
  readonly promptId: string;
  readonly version: string;
  /** Of the override that was used; without one, the prompt as it was registered. */
  readonly scope?: PromptScope;
}

/** Where an override of a prompt counts: in one session, or in runs that carry all of these labels. */
export interface PromptScope {
  readonly sessionId?: string;
  readonly labels?: Readonly<Record<string, string>>;
}

export interface PlannedCall {
  /** The model's id for the call; made up when it gave none. */
  readonly id?: string;
  readonly name: string;
  /** As the model sent them: an object, or text that did not parse. */
  readonly args: JsonObject | string;
  /** What the provider said of the call, by provider; it goes back with the call. */
  readonly providerMetadata?: JsonObject;
}

export interface FinalResponse {
  readonly text: string;
  /** A structured answer, when the planner made one. */
  readonly value?: JsonValue;
}

export interface PlannerNote {
  readonly text: string;
  readonly labels?: Readonly<Record<string, string>>;
}

export type AwaitItem =
  | {
      readonly kind: "clarification";
      readonly id?: string;
      readonly question: string;
      readonly missingFields?: readonly string[];
      readonly restrictToTool?: string;
      readonly exampleInput?: JsonObject;
    }
  | {
      readonly kind: "questions";
      readonly id?: string;
      readonly toolName: string;
      readonly toolCallId?: string;
      readonly payload?: JsonObject;
      readonly title?: string;
      readonly questions: readonly Question[];
    }
  | { readonly kind: "external_tools"; readonly id?: string; readonly items: readonly ExternalCall[] };

export interface Question {
  readonly id: string;
  readonly prompt: string;
  readonly options?: readonly { readonly id: string; readonly label: string }[];
  readonly allowMultiple?: boolean;
}

/** A call that somebody outside runs; its result is provided later. */
export interface ExternalCall {
  readonly name: string;
  readonly toolCallId?: string;
  readonly payload: JsonObject;
}

/** Tokens of one model call, and what it cost when the price is known. */
export interface Usage {
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens?: number;
  readonly cacheWriteTokens?: number;
  readonly cost?: number;
}

/** Why a run has to answer now, without tools. */
export type FinalizeReason = "time_budget" | "token_budget" | "cost_budget" | "tool_cap" | "failure_cap";

export interface PlanInput {
  readonly run: PlanRunInfo;
  /** System messages first; reminders are already in their places. */
  readonly messages: readonly Message[];
  /** The tools this turn may call, as a model is shown them. Empty while finalizing. */
  readonly tools: readonly ToolDefinition[];
  /** Set when the run has reached a limit: answer from what there is. */
  readonly finalize?: { readonly reason: FinalizeReason; readonly message: string };
}

export interface PlanRunInfo {
  readonly runId: string;
  readonly sessionId?: string;
  readonly agentId: string;
  readonly turnId: string;
  /** How often this run has been planned, this time included. */
  readonly turn: number;
  readonly labels: Readonly<Record<string, string>>;
}

/** What a planner may use while it thinks. Events sent here are streamed to watchers; the log keeps the outcome. */
export interface PlannerServices {
  readonly signal: AbortSignal;
  /** Text, thinking and arguments as they arrive. */
  emit(delta: PlanDelta): void;
}

/** The services a planner gets from a runtime: what it asks for here is logged with the turn it was asked in. */
export interface RunServices extends PlannerServices {
  /** From the next turn on. Adding one under a known id replaces it; how often it was shown goes on counting. */
  addReminder(reminder: Reminder): void;
  removeReminder(reminderId: string): void;
  /** A registered prompt, with the override that fits this run. Rejects when the data lacks something it reads. */
  renderPrompt(promptId: string, data?: JsonValue): Promise<string>;
}

export type PlanDelta =
  | { readonly type: "assistant_text_delta"; readonly delta: string }
  | { readonly type: "thinking_delta"; readonly delta: string }
  | {
      readonly type: "tool_call_args_delta";
      readonly toolCallId: string;
      readonly toolName: string;
      readonly delta: string;
    };

export interface Planner {
  planStart(input: PlanInput, services: RunServices): Promise<PlanResult>;
  planResume(input: PlanInput, services: RunServices): Promise<PlanResult>;
}
