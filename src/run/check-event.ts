/**
 * Whether an event may follow what the log has so far, clause by clause. It asks about order and identity only, never
 * about limits: a log stays legal when it is read under another policy, as a fork reads it.
 */
import type { EventOf, RunEvent } from "./event.ts";
import type { CallState, RunState, Wait } from "./state.ts";

/** Why the event is illegal here, or undefined when it is not. */
export function checkEvent(state: RunState | undefined, event: RunEvent): string | undefined {
  return checkStamp(state, event) ?? (state === undefined ? undefined : checkBody(state, event));
}

function checkStamp(state: RunState | undefined, event: RunEvent): string | undefined {
  const expected = (state?.lastEventId ?? 0) + 1;
  if (event.id !== expected) return `event ${event.id} stands where ${expected} has to`;
  // Read back from storage, where a later version may have written it.
  const version: number = event.v;
  if (version !== 1) return `it has the format version ${version}; this version reads 1`;
  if (state === undefined) return event.type === "run_started" ? undefined : "a log begins with run_started";
  if (event.type === "run_started") return "the run has started already";
  if (state.outcome !== undefined) return `the run has ended (${state.outcome.status})`;
  if (event.runId !== state.runId) return `it belongs to run ${event.runId}, the log to run ${state.runId}`;
  if (event.agentId !== state.agentId) return `it names agent ${event.agentId}, the run is of agent ${state.agentId}`;
  if (event.sessionId !== state.sessionId) return `it names another session than the run's`;
  return undefined;
}

function checkBody(state: RunState, event: RunEvent): string | undefined {
  switch (event.type) {
    case "assistant_turn_committed":
      return checkTurn(state, event);
    case "tool_call_scheduled":
      return checkScheduled(state, event);
    case "tool_call_started":
      return checkStarted(state, event);
    case "child_run_linked":
      return checkLinked(state, event);
    case "tool_call_updated":
    case "tool_outcome_unknown":
      return onOpenCall(state, event.callId);
    case "tool_result_received":
      return checkResult(state, event);
    case "await_confirmation":
    case "tool_authorization":
      return checkHeld(state, event);
    case "await_clarification":
    case "await_questions":
    case "await_external_tools":
      return checkUnasked(state, event.awaitId);
    case "approval_requested":
    case "approval_decided":
    case "approval_expired":
      return onOpenWait(state, event.awaitId, "confirmation");
    case "clarification_provided":
      return onOpenWait(state, event.awaitId, "clarification");
    case "tool_results_provided":
      return checkProvided(state, event);
    case "run_paused":
      return state.paused === undefined ? undefined : `the run is paused already (${state.paused})`;
    case "run_resumed":
      return state.paused === undefined ? "the run is not paused" : undefined;
    case "history_compressed":
      return checkCompressed(state, event);
    default:
      return undefined;
  }
}

function checkTurn(state: RunState, event: EventOf<"assistant_turn_committed">): string | undefined {
  if (event.turn !== state.turn + 1) return `turn ${event.turn} follows turn ${state.turn}`;
  if (state.current?.isAnswered === false) return `calls of turn ${state.turn} have no answer yet`;
  const ids = event.content.flatMap((part) => (part.type === "tool_use" ? [part.id] : []));
  const repeated = ids.find((id, index) => ids.indexOf(id) !== index);
  return repeated === undefined ? undefined : `two of its calls have the id ${repeated}`;
}

function checkScheduled(state: RunState, event: EventOf<"tool_call_scheduled">): string | undefined {
  const { callId } = event;
  if (findCall(state, callId) !== undefined) return `call ${callId} is scheduled already`;
  const isPlanned = state.current?.content.some((part) => part.type === "tool_use" && part.id === callId);
  if (!isPlanned) return `no planner made a call ${callId} on turn ${state.turn}`;
  const held = findHeld(state, callId);
  // The gate: a call that waits for a person only runs on that person's word.
  if (held === undefined || event.isRejected) return undefined;
  const isApproved = state.waits.some((wait) => wait.awaitId === held.awaitId && wait.answer?.type === "approved");
  return isApproved ? undefined : `call ${callId} needs an approval that nobody gave`;
}

function checkStarted(state: RunState, event: EventOf<"tool_call_started">): string | undefined {
  const call = findCall(state, event.callId);
  const problem = onOpenCall(state, event.callId);
  if (problem !== undefined || call === undefined) return problem;
  if (call.isRejected || call.isExternal || call.childAgentId !== undefined) {
    return `call ${call.callId} is not one that this run performs`;
  }
  if (event.attempt !== call.attempt + 1) {
    return `attempt ${event.attempt} of call ${call.callId} follows attempt ${call.attempt}`;
  }
  if (call.status !== "started") return undefined;
  if (call.effect === "once") return `call ${call.callId} may run once, and was started before`;
  return event.key === call.key ? undefined : `call ${call.callId} is tried again under another key`;
}

function checkLinked(state: RunState, event: EventOf<"child_run_linked">): string | undefined {
  const call = findCall(state, event.callId);
  if (call?.childRunId !== undefined) return `call ${event.callId} has a run that answers it already`;
  if (call !== undefined && call.childAgentId === undefined) return `call ${event.callId} is not for another agent`;
  return onOpenCall(state, event.callId);
}

function checkResult(state: RunState, { callId, outcome }: EventOf<"tool_result_received">): string | undefined {
  const call = findCall(state, callId);
  const problem = onOpenCall(state, callId);
  if (problem !== undefined || call === undefined) return problem;
  // What was given up, refused or never begun fails without having been started; nothing succeeds without.
  if (outcome.type === "failure" || call.isRejected || call.effect === "read" || call.status === "started") {
    return undefined;
  }
  if (!call.isExternal) return `call ${callId} succeeded without having been started`;
  const isProvided = state.waits.some(
    (wait) => wait.answer?.type === "results" && wait.answer.results.some((result) => result.callId === callId),
  );
  return isProvided ? undefined : `nobody provided the result of call ${callId}`;
}

function checkHeld(
  state: RunState,
  event: EventOf<"await_confirmation"> | EventOf<"tool_authorization">,
): string | undefined {
  const held = findHeld(state, event.callId);
  if (held === undefined) return `call ${event.callId} is not one that needs an approval`;
  if (event.type === "await_confirmation") return checkUnasked(state, event.awaitId);
  const answer = state.waits.find(({ awaitId }) => awaitId === held.awaitId)?.answer;
  if (answer === undefined) return `nobody decided about call ${event.callId}`;
  const isApproved = answer.type === "approved";
  return event.approved === isApproved ? undefined : `the decision about call ${event.callId} was ${answer.type}`;
}

function checkProvided(state: RunState, event: EventOf<"tool_results_provided">): string | undefined {
  const problem = onOpenWait(state, event.awaitId, "tool_results");
  const wait = state.waits.find(({ awaitId }) => awaitId === event.awaitId);
  if (problem !== undefined || wait?.kind !== "tool_results") return problem;
  const given = event.results.map(({ callId }) => callId);
  const isExact = given.length === wait.callIds.length && wait.callIds.every((id) => given.includes(id));
  return isExact ? undefined : `results are awaited for exactly ${wait.callIds.join(", ")}`;
}

function checkCompressed(state: RunState, { through }: EventOf<"history_compressed">): string | undefined {
  const before = state.compressed?.through ?? 0;
  const isAhead = through > before && through <= state.messages.length;
  return isAhead ? undefined : `it summarizes through message ${through} of ${state.messages.length}, after ${before}`;
}

function checkUnasked(state: RunState, id: string): string | undefined {
  return state.waits.some(({ awaitId }) => awaitId === id) ? `${id} is asked already` : undefined;
}

function onOpenWait(state: RunState, id: string, kind: Wait["kind"]): string | undefined {
  const wait = state.waits.find(({ awaitId }) => awaitId === id);
  if (wait === undefined) return `nothing was asked under ${id}`;
  if (wait.kind !== kind) return `${id} waits for a ${wait.kind}, not for a ${kind}`;
  return wait.answer === undefined ? undefined : `${id} was answered already`;
}

function onOpenCall(state: RunState, callId: string): string | undefined {
  const call = findCall(state, callId);
  if (call === undefined) return `no call ${callId} is scheduled`;
  return call.status === "done" ? `call ${callId} has its result already` : undefined;
}

function findCall(state: RunState, callId: string): CallState | undefined {
  return state.current?.calls.find((call) => call.callId === callId);
}

function findHeld(state: RunState, callId: string) {
  return state.current?.held.find(({ schedule }) => schedule.callId === callId);
}
