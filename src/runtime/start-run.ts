/** The beginning of a run: durable, and ready to be driven, when this resolves. */
import { randomUUID } from "node:crypto";
import type { RunLog } from "../engine/run-log.ts";
import type { RunEvent } from "../run/event.ts";
import type { Message } from "../run/message.ts";
import type { RunOverrides } from "../run/run-policy.ts";
import type { Agent } from "./define-agent.ts";

export interface StartOptions {
  messages: readonly Message[];
  sessionId?: string;
  /** Starting twice under one id is starting once. */
  runId?: string;
  labels?: Readonly<Record<string, string>>;
  overrides?: RunOverrides;
  /** Cancels the run and every run below it when it fires. It binds this process only: it is not in the log. */
  signal?: AbortSignal;
}

/** Resolves to the id of the run. */
export async function startRun(log: RunLog, agent: Agent, options: StartOptions, at: number): Promise<string> {
  const { messages, sessionId, labels = {}, overrides } = options;
  const { runId = `${agent.id.replaceAll(".", "-")}-${randomUUID()}` } = options;
  const session = sessionId === undefined ? {} : { sessionId };
  const stamp = { v: 1, at, runId, agentId: agent.id, ...session } as const;
  const events: RunEvent[] = [
    {
      type: "run_started",
      messages,
      labels,
      policy: agent.runPolicy,
      ...(overrides === undefined ? {} : { overrides }),
      id: 1,
      ...stamp,
    },
    { type: "run_phase_changed", phase: "prompted", id: 2, ...stamp },
  ];
  const run = { runId, agentId: agent.id, labels, createdAt: at, ...session };
  await log.create(run, events, { status: "pending", isRunnable: true }).catch((error) => {
    if ((error as { code?: string }).code !== "run_exists") throw error;
  });
  return runId;
}
