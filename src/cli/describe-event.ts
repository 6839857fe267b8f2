/** Events in words: one line for what a person follows while a run goes on, and a few words for each in a timeline. */
import type { EventOf, RunEvent, ToolOutcome } from "../run/event.ts";
import { partAsText } from "../tool/content-part.ts";
import { oneLine } from "./printable.ts";
import { sparkline } from "./sparkline.ts";
import type { Style } from "./terminal.ts";

export interface EventLine {
  readonly text: string;
  readonly style?: Style;
  /** Worth showing while it is news, and not after. */
  readonly isDetail?: true;
}

/** No lines for what only programs and timelines care about. */
export function describeEvent(event: RunEvent): readonly EventLine[] {
  switch (event.type) {
    case "tool_call_scheduled":
      if (event.isRejected) return [];
      return [{ text: `→ ${callText(event.tool, event.args)}`, style: "cyan" }];
    case "tool_result_received":
      return resultLines(event);
    case "tool_outcome_unknown":
      return [{ text: `! nobody knows whether ${event.tool} took effect; it was not run again`, style: "yellow" }];
    case "tool_authorization":
      return [
        {
          text: `${event.approved ? "✓ approved" : "✗ declined"}: ${event.tool}, by ${event.approvedBy}`,
          style: event.approved ? "green" : "red",
        },
      ];
    case "approval_expired":
      return [{ text: "✗ nobody answered in time", style: "yellow" }];
    case "planner_note":
      return [{ text: `· ${event.text}`, style: "dim" }];
    case "history_compressed":
      return [{ text: "· earlier messages were summarized", style: "dim" }];
    case "finalization_started":
      return [{ text: `! a limit was reached (${event.reason}); answering from what there is`, style: "yellow" }];
    default:
      return [];
  }
}

/** What distinguishes this event from others of its type, in a few words. */
export function eventDetail(event: RunEvent): string {
  switch (event.type) {
    case "run_started": {
      const last = event.messages.findLast(({ role }) => role === "user");
      return last?.role === "user" && typeof last.content === "string" ? oneLine(last.content, 80) : "";
    }
    case "run_phase_changed":
      return event.phase;
    case "run_paused":
    case "run_resumed":
    case "finalization_started":
      return event.reason;
    case "run_completed":
      return event.error === undefined ? event.status : `${event.status}: ${oneLine(event.error.message, 100)}`;
    case "assistant_turn_committed":
      return `turn ${event.turn}`;
    case "assistant_message":
      return oneLine(event.text, 80);
    case "tool_call_scheduled":
      return callText(event.tool, event.args);
    case "tool_call_started":
      return `${event.callId}, attempt ${event.attempt}`;
    case "tool_result_received":
      return `${event.tool} ${event.outcome.type}: ${oneLine(outcomeText(event.outcome), 80)}`;
    case "await_confirmation":
      return `${event.tool}: ${oneLine(event.prompt, 80)}`;
    case "approval_decided":
      return `${event.approved ? "approved" : "declined"} by ${event.requestedBy}`;
    case "tool_authorization":
    case "tool_outcome_unknown":
    case "await_questions":
      return event.tool;
    case "child_run_linked":
      return `${event.tool} → ${event.childRunId}`;
    case "await_clarification":
      return oneLine(event.question, 80);
    case "usage":
      return `${event.model}: ${event.inputTokens} in, ${event.outputTokens} out`;
    default:
      return "";
  }
}

function resultLines({ tool, outcome, childRunId }: EventOf<"tool_result_received">): EventLine[] {
  if (outcome.type === "failure") {
    return [{ text: `✗ ${tool}: ${oneLine(outcome.failure.error)}`, style: "red" }];
  }
  // What a nested run shows has been shown with that run.
  const shown = childRunId === undefined ? (outcome.serverData ?? []) : [];
  const charts = shown.flatMap(({ kind, data }): EventLine[] => {
    const drawn = kind === "chart" ? sparkline(data) : undefined;
    return drawn === undefined ? [] : [{ text: `  ${drawn}`, style: "cyan" }];
  });
  const text = `← ${outcome.displayHint ?? `${tool}: ${oneLine(outcomeText(outcome))}`}`;
  return [{ text, style: "dim", isDetail: true }, ...charts];
}

function outcomeText(outcome: ToolOutcome): string {
  if (outcome.type === "failure") return outcome.failure.error;
  const { content } = outcome;
  return typeof content === "string" ? content : content.map(partAsText).join(" ");
}

function callText(tool: string, args: object): string {
  return oneLine(`${tool} ${JSON.stringify(args)}`, 120);
}
