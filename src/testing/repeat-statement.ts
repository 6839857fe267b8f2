/** Says to a run again what somebody said to it before. */
import { assertNever } from "../errors/assert-never.ts";
import type { Runtime } from "../runtime/runtime.ts";
import type { Statement } from "./run-fixture.ts";

export async function repeatStatement(runtime: Runtime, runId: string, statement: Statement): Promise<void> {
  const {
    id: _id,
    v: _v,
    at: _at,
    agentId: _agent,
    sessionId: _session,
    turnId: _turn,
    runId: _run,
    ...said
  } = statement;
  switch (said.type) {
    case "pause_requested": {
      const { type: _, ...request } = said;
      return runtime.pause(runId, request);
    }
    case "resume_requested": {
      const { type: _, ...request } = said;
      return runtime.resume(runId, request);
    }
    case "cancel_requested":
      return runtime.handle(runId).cancel(said.reason, said.requestedBy);
    case "reminder_added":
      return runtime.addReminder(runId, said.reminder);
    case "approval_decided": {
      const { type: _, awaitId: id, ...answer } = said;
      return runtime.provideConfirmation({ ...answer, runId, id });
    }
    case "clarification_provided": {
      const { type: _, awaitId: id, ...answer } = said;
      return runtime.provideClarification({ ...answer, runId, id });
    }
    case "tool_results_provided": {
      const { type: _, awaitId: id, ...answer } = said;
      return runtime.provideToolResults({ ...answer, runId, id });
    }
    default:
      return assertNever(said);
  }
}
