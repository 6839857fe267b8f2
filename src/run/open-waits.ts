/**
 * Asking people: all questions of a turn are put at once, so that a user interface can show them together; answers
 * may come in any order, and the run goes on when it has them all.
 */
import type { HeldCall, PlannedAwait, RunEventBody } from "./event.ts";
import type { RunState, Wait } from "./state.ts";
import { withoutStamp } from "./without-stamp.ts";

/** The events that put every open question of the current turn, or none when they have been put. */
export function openingEvents(state: RunState): RunEventBody[] {
  const { current } = state;
  if (current === undefined || current.isAsked) return [];
  const held = current.held.filter((call) => !current.calls.some(({ callId }) => callId === call.schedule.callId));
  const events = [...held.flatMap((call) => confirmationRequest(call, state)), ...current.awaits.flatMap(awaitRequest)];
  return events.length === 0 ? [] : [...events, { type: "run_paused", reason: "await_queue" }];
}

function confirmationRequest({ schedule, ...held }: HeldCall, state: RunState): RunEventBody[] {
  const { awaitId, title, prompt, argsHash, toolFingerprint, expiresAt } = held;
  const { callId, tool, args } = schedule;
  return [
    { type: "await_confirmation", awaitId, callId, tool, args, title, prompt },
    {
      type: "approval_requested",
      awaitId,
      callId,
      runPath: [...(state.parent?.path ?? []), state.runId],
      argsHash,
      toolFingerprint,
      ...(expiresAt === undefined ? {} : { expiresAt }),
    },
  ];
}

function awaitRequest(item: PlannedAwait): RunEventBody[] {
  const { awaitId } = item;
  switch (item.kind) {
    case "clarification": {
      const { kind: _, ...question } = item;
      return [{ type: "await_clarification", ...withoutStamp(question) }];
    }
    case "questions": {
      const [call] = item.calls;
      if (call === undefined) return [];
      const { callId, tool } = call;
      const title = item.title === undefined ? {} : { title: item.title };
      return [
        { type: "await_questions", awaitId, callId, tool, ...title, questions: item.questions },
        { type: "tool_call_scheduled", ...call },
      ];
    }
    case "external_tools":
      return [
        {
          type: "await_external_tools",
          awaitId,
          items: item.calls.map(({ callId, tool, args }) => ({ callId, tool, args })),
        },
        ...item.calls.map((call) => ({ type: "tool_call_scheduled", ...call }) as const),
      ];
  }
}

/** What answers that have arrived bring about: approved calls are scheduled, provided results are received. */
export function confirmationEvents(state: RunState): RunEventBody[] {
  return state.waits.flatMap((wait) => eventsOfAnswer(wait, state));
}

function eventsOfAnswer(wait: Wait, state: RunState): RunEventBody[] {
  const { current } = state;
  if (wait.answer === undefined || current === undefined) return [];
  if (wait.answer.type === "results") {
    return wait.answer.results.flatMap(({ callId, outcome }) => {
      const call = current.calls.find((each) => each.callId === callId);
      if (call === undefined || call.status === "done") return [];
      return [{ type: "tool_result_received", callId, tool: call.tool, outcome }];
    });
  }
  const held = current.held.find(({ awaitId }) => awaitId === wait.awaitId);
  if (held === undefined || current.calls.some(({ callId }) => callId === held.schedule.callId)) return [];
  return authorization(held, wait.answer);
}

function authorization(held: HeldCall, answer: NonNullable<Wait["answer"]>): RunEventBody[] {
  const { schedule, prompt, deniedContent } = held;
  const { callId, tool } = schedule;
  const approved = answer.type === "approved";
  const approvedBy = answer.type === "approved" || answer.type === "denied" ? answer.by : "nobody: the request expired";
  const events: RunEventBody[] = [{ type: "tool_authorization", callId, tool, approved, summary: prompt, approvedBy }];
  if (approved) return [...events, { type: "tool_call_scheduled", ...schedule }];
  return [
    ...events,
    { type: "tool_call_scheduled", ...schedule, isRejected: true },
    // A refusal is an answer, not an error.
    { type: "tool_result_received", callId, tool, outcome: { type: "success", content: deniedContent } },
  ];
}
