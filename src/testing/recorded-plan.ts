/** What a planner answered, read back from the turn it was logged as: interpreting it again gives the same events. */
import type { EventOf, PlannedAwait, RunEvent, ScheduledCall } from "../run/event.ts";
import type { AwaitItem, PlannedCall, PlanResult, ServedRequest, Usage } from "../run/plan.ts";
import { SERVER_DATA_FIELD } from "../run/server-data.ts";
import { turnOpening } from "../run/turn-opening.ts";

export function recordedPlan(events: readonly RunEvent[], index: number): PlanResult {
  const turn = events[index];
  if (turn?.type !== "assistant_turn_committed") throw new Error(`event ${index + 1} is not a turn`);
  const opening = turnOpening(events, index);
  const rest = events.slice(index + 1);
  const nextTurn = rest.findIndex(({ type }) => type === "assistant_turn_committed");
  const following = nextTurn === -1 ? rest : rest.slice(0, nextTurn);
  const notes = following.flatMap((event) => (event.type === "planner_note" ? [noteOf(event)] : []));
  const usage = opening.flatMap((event) => (event.type === "usage" ? [usageOf(event)] : []));
  const served = opening.flatMap(servedOf);
  const content = turn.content.filter((part) => part.type !== "tool_use");
  const toolCalls = callsOf(turn, following);
  return {
    ...(toolCalls.length === 0 ? {} : { toolCalls }),
    ...(turn.final === undefined ? {} : { finalResponse: turn.final }),
    ...(turn.awaits === undefined ? {} : { await: { items: turn.awaits.map(awaitItem) } }),
    ...(content.length === 0 ? {} : { content }),
    ...(notes.length === 0 ? {} : { notes }),
    ...(usage.length === 0 ? {} : { usage }),
    ...(served.length === 0 ? {} : { served }),
  };
}

function callsOf(turn: EventOf<"assistant_turn_committed">, following: readonly RunEvent[]): PlannedCall[] {
  const awaited = new Set((turn.awaits ?? []).flatMap((item) => ("calls" in item ? item.calls : [])).map(callIdOf));
  const schedules: ScheduledCall[] = [
    ...(turn.held ?? []).map(({ schedule }) => schedule),
    ...following.filter((event) => event.type === "tool_call_scheduled"),
  ];
  return turn.content.flatMap((part) => {
    if (part.type !== "tool_use" || awaited.has(part.id)) return [];
    const choice = schedules.find(({ callId }) => callId === part.id)?.serverData;
    // Taken out of the arguments when the call was planned; put back so that it can be taken out again.
    const args = choice === undefined ? part.args : { ...part.args, [SERVER_DATA_FIELD]: choice };
    const { id, name, providerMetadata } = part;
    const sent = unreadableArguments(id, following) ?? args;
    return [{ id, name, args: sent, ...(providerMetadata === undefined ? {} : { providerMetadata }) }];
  });
}

const UNREADABLE = /^The arguments are not a JSON object: ([\s\S]*)\nCorrect the arguments/;

/** Arguments that did not parse are logged only in the failure they led to. */
function unreadableArguments(callId: string, following: readonly RunEvent[]): string | undefined {
  const result = following.find((event) => event.type === "tool_result_received" && event.callId === callId);
  if (result?.type !== "tool_result_received" || result.outcome.type !== "failure") return undefined;
  return UNREADABLE.exec(result.outcome.failure.error)?.[1];
}

function awaitItem(item: PlannedAwait): AwaitItem {
  switch (item.kind) {
    case "clarification": {
      const { awaitId: id, ...question } = item;
      return { ...question, id };
    }
    case "questions": {
      const { awaitId: id, calls, ...asked } = item;
      const [call] = calls;
      return { ...asked, id, toolName: call?.tool ?? "", toolCallId: call?.callId ?? "", payload: call?.args ?? {} };
    }
    case "external_tools":
      return {
        kind: "external_tools",
        id: item.awaitId,
        items: item.calls.map(({ callId, tool, args }) => ({ name: tool, toolCallId: callId, payload: args })),
      };
  }
}

function callIdOf({ callId }: { callId: string }): string {
  return callId;
}

function noteOf({ text, labels }: EventOf<"planner_note">) {
  return { text, ...(labels === undefined ? {} : { labels }) };
}

function usageOf(event: EventOf<"usage">): Usage {
  const { model, inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, cost } = event;
  return {
    model,
    inputTokens,
    outputTokens,
    ...(cacheReadTokens === undefined ? {} : { cacheReadTokens }),
    ...(cacheWriteTokens === undefined ? {} : { cacheWriteTokens }),
    ...(cost === undefined ? {} : { cost }),
  };
}

function servedOf(event: RunEvent): ServedRequest[] {
  switch (event.type) {
    case "reminder_added":
      return [{ type: event.type, reminder: event.reminder }];
    case "reminder_removed":
      return [{ type: event.type, reminderId: event.reminderId }];
    case "prompt_rendered": {
      const { type, promptId, version, scope } = event;
      return [{ type, promptId, version, ...(scope === undefined ? {} : { scope }) }];
    }
    default:
      return [];
  }
}
