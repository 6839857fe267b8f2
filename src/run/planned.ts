/**
 * From a planner's answer to events. The whole batch is admitted or refused: no call is dropped silently, and every
 * call the planner made gets an answer it can read, so that the conversation stays one a model accepts.
 */
import type { JsonObject } from "../json/json.ts";
import { callsOf, type PlannedBatch } from "./admit-calls.ts";
import { settlement } from "./budget.ts";
import { hasCallId } from "./call-ids.ts";
import type { PlannedAwait, RunEventBody, ScheduledCall } from "./event.ts";
import type { AssistantPart } from "./message.ts";
import type { AwaitItem, PlanResult } from "./plan.ts";
import type { PlanEnvironment } from "./plan-environment.ts";
import { planProblem } from "./plan-problem.ts";
import { failRun } from "./run-failure.ts";
import type { RunState } from "./state.ts";
import { uniqueNames } from "./unique-names.ts";
import { withoutStamp } from "./without-stamp.ts";

export function planned(state: RunState, result: PlanResult, env: PlanEnvironment): RunEventBody[] {
  const problem = planProblem(result);
  if (problem !== undefined) return failRun({ kind: "invalid_plan", message: problem });
  const calls = result.toolCalls ?? [];
  if (state.finalizing !== undefined && result.finalResponse === undefined) {
    return failRun({
      kind: state.finalizing,
      message: `the run reached a limit (${state.finalizing}) and its planner gave no final answer`,
    });
  }

  const turn = state.turn + 1;
  const nameCall = uniqueNames((id) => hasCallId(state.callIds, id));
  const batch = callsOf(calls, state, env, nameCall);
  const awaits = result.await === undefined ? [] : awaitsOf(result.await.items, state, env, { batch, nameCall });
  const spoken = result.content?.filter((part) => part.type !== "tool_use") ?? [];
  const content: AssistantPart[] = [...spoken, ...batch.toolUses, ...awaits.flatMap(toolUsesOf)];
  const { finalResponse, usage = [], served = [], notes = [] } = result;
  if (content.length === 0 && finalResponse !== undefined) content.push({ type: "text", text: finalResponse.text });

  const events: RunEventBody[] = spoken.flatMap(thinkingEvent);
  for (const each of usage) events.push({ type: "usage", ...withoutStamp(each) });
  events.push(...settlement(state, turn, usage), ...served, {
    type: "assistant_turn_committed",
    turn,
    content,
    ...(finalResponse === undefined ? {} : { final: finalResponse }),
    ...(batch.held.length === 0 ? {} : { held: batch.held }),
    ...(awaits.length === 0 ? {} : { awaits }),
  });
  if (state.phase === "planning") events.push({ type: "run_phase_changed", phase: "executing_tools" });
  for (const note of notes) events.push({ type: "planner_note", ...withoutStamp(note) });
  events.push(...policyEvents(batch));
  for (const { call, failure } of batch.scheduled) {
    const { callId, tool } = call;
    events.push({ type: "tool_call_scheduled", ...call });
    if (failure === undefined) continue;
    events.push({ type: "tool_result_received", callId, tool, outcome: { type: "failure", failure } });
  }
  return events;
}

function awaitsOf(
  items: readonly AwaitItem[],
  { runId, turn }: RunState,
  env: PlanEnvironment,
  { batch, nameCall }: { readonly batch: PlannedBatch; readonly nameCall: (wanted: string) => string },
): PlannedAwait[] {
  const nameAwait = uniqueNames((id) => batch.held.some(({ awaitId }) => awaitId === id));
  return items.map((item, index) => {
    const awaitId = nameAwait(item.id ?? `${runId}/${turn + 1}/await/${index}`);
    return settleAwait(item, awaitId, (tool, wanted, args) => externalCall(tool, nameCall(wanted), args, env));
  });
}

function settleAwait(
  item: AwaitItem,
  awaitId: string,
  callOutside: (tool: string, wantedId: string, args: JsonObject) => ScheduledCall,
): PlannedAwait {
  switch (item.kind) {
    case "clarification":
      return { ...item, awaitId };
    case "questions": {
      const { title, questions, toolName, toolCallId = `${awaitId}/call`, payload = {} } = item;
      const calls = [callOutside(toolName, toolCallId, payload)];
      return { kind: "questions", awaitId, questions, calls, ...(title === undefined ? {} : { title }) };
    }
    case "external_tools":
      return {
        kind: "external_tools",
        awaitId,
        calls: item.items.map(({ name, toolCallId, payload }, i) =>
          callOutside(name, toolCallId ?? `${awaitId}/${i}`, payload),
        ),
      };
  }
}

/** Whoever runs it, the planner reads of its result what the tool declares, when the tool is known here. */
function externalCall(tool: string, callId: string, args: JsonObject, env: PlanEnvironment): ScheduledCall {
  const entry = env.find(tool);
  const { resultReminder, bounds } = entry?.spec ?? {};
  return {
    callId,
    tool,
    args,
    effect: "once",
    isExternal: true,
    ...(entry === undefined ? {} : { displayHint: entry.displayHint(args) }),
    ...(resultReminder === undefined ? {} : { resultReminder }),
    ...(bounds?.cursor === undefined ? {} : { cursorField: bounds.cursor }),
  };
}

function toolUsesOf(item: PlannedAwait): AssistantPart[] {
  if (item.kind === "clarification") return [];
  return item.calls.map(({ callId, tool, args }) => ({ type: "tool_use", id: callId, name: tool, args }));
}

function thinkingEvent(part: AssistantPart): RunEventBody[] {
  if (part.type !== "thinking") return [];
  const { text, signature, redacted } = part;
  return [
    {
      type: "thinking_block",
      text,
      ...(signature === undefined ? {} : { signature }),
      ...(redacted === undefined ? {} : { redacted }),
    },
  ];
}

function policyEvents({ denied, scheduled, held }: PlannedBatch): RunEventBody[] {
  if (denied === undefined) return [];
  const allowed = [
    ...scheduled.filter(({ failure }) => failure === undefined).map(({ call }) => call),
    ...held.map(({ schedule }) => schedule),
  ];
  return [{ type: "policy_decision", allowed: allowed.map(({ tool }) => tool), denied }];
}

/** A planner that failed fails the run: it was asked as often as its own retries allow. */
export function planFailed(error: {
  kind: string;
  message: string;
  isRetryable?: boolean;
  publicMessage?: string;
  provider?: string;
  httpStatus?: number;
}): RunEventBody[] {
  return failRun(error);
}
