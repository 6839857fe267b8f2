/**
 * The façade: register agents, start runs, answer what they ask. A runtime drives what its log holds and it has agents
 * for; closing it leaves unfinished runs to whoever opens the log next.
 */
import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { FollowOptions, LoggedEvent, RunLog } from "../engine/run-log.ts";
import type { Toolset } from "../tool/toolset.ts";
import type { AgentToolset } from "./agent-toolset.ts";
import type { Agent } from "./define-agent.ts";
import { createDesignedRuntime } from "./design/create-designed-runtime.ts";
import type { DesignedRuntimeOptions } from "./design/design-options.ts";
import type { ForkOptions } from "./fork.ts";
import { LocalRuntime } from "./local-runtime.ts";
import type { PendingApproval } from "./pending-approvals.ts";
import type { Prompts } from "./prompts/prompt-registry.ts";
import type { Replay } from "./replay.ts";
import type { RunHandle } from "./run-handle.ts";
import type { ConfirmationAnswer, RunInbox } from "./run-inbox.ts";
import type { RunOutput } from "./run-output.ts";
import type { RuntimeOptions } from "./runtime-options.ts";
import type { Sessions } from "./sessions.ts";
import type { StartOptions } from "./start-run.ts";

export type { RuntimeOptions } from "./runtime-options.ts";

export interface AgentClient {
  /** Returns as soon as the run is durable. */
  start(options: StartOptions & { sessionId: string }): Promise<RunHandle>;
  run(options: StartOptions & { sessionId: string }): Promise<RunOutput>;
  /** A run without a session. */
  oneShot(options: Omit<StartOptions, "sessionId">): Promise<RunOutput>;
}

export interface Runtime {
  registerModel(id: string, model: LanguageModelV4): void;
  /** Makes a toolset known by its name, for agents that are registered after it. */
  registerToolset(toolset: Toolset | AgentToolset): void;
  registerAgent(agent: Agent): void;
  client(agentId: string): AgentClient;
  handle(runId: string): RunHandle;
  readonly sessions: Sessions;
  readonly runs: Pick<RunLog, "list" | "find" | "read">;
  /**
   * The events of every run, as the log has them, in the order in which they became durable: for traces, metrics and
   * other projections. Keep the position of the last event you have dealt with, and go on from it after a crash.
   */
  events(options?: FollowOptions): AsyncIterable<LoggedEvent>;
  /** What waits for a person in a run and in everything nested below it. */
  approvals(filter: { runId: string }): Promise<readonly PendingApproval[]>;
  provideConfirmation(answer: ConfirmationAnswer): Promise<void>;
  readonly provideClarification: RunInbox["clarify"];
  readonly provideToolResults: RunInbox["provideResults"];
  /** Answers to questions, held against them: unknown ids and options are refused. */
  readonly provideAnswers: RunInbox["answer"];
  readonly pause: RunInbox["pause"];
  readonly resume: RunInbox["resume"];
  /** Put before the planner from its next turn on. */
  readonly addReminder: RunInbox["addReminder"];
  readonly removeReminder: RunInbox["removeReminder"];
  readonly prompts: Prompts;
  /** Derives the state from the log again, and proves that the log is one a run can have written. */
  replay(runId: string): Promise<Replay>;
  /** A new run that begins with what another did up to a step, and goes on from there. */
  fork(runId: string, options?: ForkOptions): Promise<RunHandle>;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** With a `design`, a runtime that has its agents; what only other servers know of them is asked for first. */
export function createRuntime(options: DesignedRuntimeOptions): Promise<Runtime>;
export function createRuntime(options: RuntimeOptions): Runtime;
export function createRuntime(options: RuntimeOptions | DesignedRuntimeOptions): Runtime | Promise<Runtime> {
  return "design" in options ? createDesignedRuntime(options) : new LocalRuntime(options);
}
