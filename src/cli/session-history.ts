/** What a session has said so far, as its last run left it: where a conversation is taken up again. */
import { hasEnded } from "../engine/readiness.ts";
import type { Message } from "../run/message.ts";
import { runOutput } from "../runtime/run-output.ts";
import type { Runtime } from "../runtime/runtime.ts";

export interface SessionHistory {
  readonly messages: readonly Message[];
  /** A run that has not ended: it comes first. */
  readonly openRunId?: string;
}

export async function readSessionHistory(runtime: Runtime, sessionId: string): Promise<SessionHistory> {
  const runs = (await runtime.runs.list({ sessionId })).filter(({ parentRunId }) => parentRunId === undefined);
  const [newest] = runs;
  const isOpen = newest !== undefined && !hasEnded(newest.status);
  const answered = runs.find(({ status }) => status === "completed");
  return {
    messages: answered === undefined ? [] : await readConversation(runtime, answered.runId),
    ...(isOpen ? { openRunId: newest.runId } : {}),
  };
}

/** What a run was started with, and what it answered. Each run begins with all that came before it. */
export async function readConversation(runtime: Runtime, runId: string): Promise<readonly Message[]> {
  const events = await runtime.runs.read(runId);
  const [started] = events;
  const text = runOutput(events)?.message ?? "";
  const said: readonly Message[] = started?.type === "run_started" ? started.messages : [];
  return text === "" ? said : [...said, { role: "assistant", content: [{ type: "text", text }] }];
}
