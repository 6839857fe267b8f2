/** Starts a run under an id that is known before it begins, so that nothing it says is missed. */
import { randomUUID } from "node:crypto";
import type { Message } from "../run/message.ts";
import type { OpenApp } from "./open-runtime.ts";

export interface StartRunOptions {
  /** Default: the app's first. */
  readonly agent?: string;
  /** Made when it does not exist. */
  readonly session: string;
  readonly messages: readonly Message[];
}

export async function startRun(
  { runtime, app, printer, terminal }: OpenApp,
  options: StartRunOptions,
): Promise<string> {
  const { agent = app.agents[0], session, messages } = options;
  await runtime.sessions.create(session);
  const runId = `${agent.replaceAll(".", "-")}-${randomUUID()}`;
  printer.attend(runId);
  await runtime.client(agent).start({ sessionId: session, runId, messages });
  terminal.note(`run ${runId}`);
  return runId;
}
