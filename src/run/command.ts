/** Something a run needs done next. Computed from the state, never stored: after a crash it is computed again. */
import type { JsonObject } from "../json/json.ts";
import type { ToolEffect } from "../tool/spec.ts";
import type { RunEventBody } from "./event.ts";
import type { Message } from "./message.ts";
import type { FinalizeReason } from "./plan.ts";

export type Command =
  /** Nothing to perform: these events follow from the state itself. */
  | { readonly type: "record"; readonly events: readonly RunEventBody[] }
  | PlanCommand
  | CallToolCommand
  | StartChildCommand
  | CompressCommand
  /** Nothing to do until something arrives from outside, or until this time. */
  | { readonly type: "wait"; readonly until?: number };

export interface PlanCommand {
  readonly type: "plan";
  readonly mode: "start" | "resume" | "finalize";
  readonly turn: number;
  readonly messages: readonly Message[];
  readonly reminderIds: readonly string[];
  readonly finalize?: { readonly reason: FinalizeReason; readonly message: string };
}

export interface CallToolCommand {
  readonly type: "call-tool";
  readonly callId: string;
  readonly tool: string;
  readonly args: JsonObject;
  readonly effect: ToolEffect;
  /** Stable across attempts and crashes: an idempotency key. */
  readonly key: string;
  readonly attempt: number;
  readonly timeoutMs: number;
}

export interface StartChildCommand {
  readonly type: "start-child";
  readonly callId: string;
  readonly tool: string;
  readonly args: JsonObject;
  readonly childAgentId: string;
  readonly childRunId: string;
}

export interface CompressCommand {
  readonly type: "compress";
  /** The messages to summarize, an earlier summary first. */
  readonly messages: readonly Message[];
  readonly through: number;
}
