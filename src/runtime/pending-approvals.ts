/** What waits for a person's yes or no, in one run or in all that are nested below it. */
import type { RunLog } from "../engine/run-log.ts";
import type { EventOf, RunEvent } from "../run/event.ts";
import { fold } from "../run/evolve.ts";

export interface PendingApproval {
  /** The run that waits, which may be nested below the one that was asked about. */
  readonly runId: string;
  readonly id: string;
  readonly tool: string;
  readonly callId: string;
  readonly args: EventOf<"await_confirmation">["args"];
  readonly title: string;
  readonly prompt: string;
  readonly expiresAt?: number;
}

export async function pendingApprovals(log: RunLog, runId: string): Promise<readonly PendingApproval[]> {
  const own = openRequests(await log.read(runId));
  const children = await log.list({ parentRunId: runId });
  const open = children.filter(({ status }) => status === "paused" || status === "running");
  const nested = await Promise.all(open.map((child) => pendingApprovals(log, child.runId)));
  return [...own, ...nested.flat()];
}

/** The requests of one run that nobody has decided, as its log has them. */
function openRequests(events: readonly RunEvent[]): PendingApproval[] {
  const state = fold(events);
  if (state === undefined || state.outcome !== undefined) return [];
  return state.waits.flatMap((wait): PendingApproval[] => {
    if (wait.kind !== "confirmation" || wait.answer !== undefined) return [];
    const asked = events.find((event) => event.type === "await_confirmation" && event.awaitId === wait.awaitId);
    if (asked?.type !== "await_confirmation") return [];
    const { runId, awaitId: id, tool, callId, args, title, prompt } = asked;
    const expiry = wait.expiresAt === undefined ? {} : { expiresAt: wait.expiresAt };
    return [{ runId, id, tool, callId, args, title, prompt, ...expiry }];
  });
}
