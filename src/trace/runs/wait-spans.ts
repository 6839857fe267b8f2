/** What a run waits for, and how the waiting ends, as custom spans: their `data` holds what was asked and answered. */
import type { JsonObject } from "../../json/json.ts";
import type { RunEvent } from "../../run/event.ts";
import type { SpanData } from "../span.ts";

/** Undefined for an event that opens no wait. */
export function openedWait(event: RunEvent): { readonly id: string; readonly data: SpanData } | undefined {
  switch (event.type) {
    case "await_confirmation": {
      const { tool, args, title, prompt, callId } = event;
      return wait(event.awaitId, "approval", { tool, args, title, prompt, callId });
    }
    case "await_clarification":
      return wait(event.awaitId, "clarification", { question: event.question });
    case "await_questions": {
      const { tool, callId, questions } = event;
      return wait(event.awaitId, "questions", { tool, callId, questions });
    }
    case "await_external_tools":
      return wait(event.awaitId, "external_tools", { items: event.items });
    case "run_paused":
      // The other reasons are waits of their own, told by the events above.
      return event.reason === "requested" ? wait("pause", "pause", { by: event.requestedBy }) : undefined;
    default:
      return undefined;
  }
}

export function answeredWait(event: RunEvent): { readonly id: string; readonly output: JsonObject } | undefined {
  switch (event.type) {
    case "approval_decided":
      return { id: event.awaitId, output: { approved: event.approved, by: event.requestedBy } };
    case "approval_expired":
      return { id: event.awaitId, output: { expired: true } };
    case "clarification_provided":
      return { id: event.awaitId, output: { answer: event.answer } };
    case "tool_results_provided":
      return { id: event.awaitId, output: { provided: event.results.map(({ callId }) => callId) } };
    case "run_resumed":
      return event.reason === "requested" ? { id: "pause", output: { notes: event.notes ?? null } } : undefined;
    default:
      return undefined;
  }
}

function wait(id: string, name: string, input: Readonly<Record<string, unknown>>) {
  return { id, data: { type: "custom", name, data: { input } } };
}
