/**
 * What a run needs next. Pure and total: every state has an answer, and nothing is asked for that the log says is done.
 * The order of the questions is the loop: cancel, finish the calls in hand, ask people, honour limits and pauses, plan.
 */
import { reservation } from "./budget.ts";
import type { Command } from "./command.ts";
import { historyToCompress } from "./history.ts";
import { missingFieldsQuestion } from "./missing-fields.ts";
import { confirmationEvents, openingEvents } from "./open-waits.ts";
import { planCommand } from "./plan-command.ts";
import { toolTimeoutMs } from "./run-policy.ts";
import type { CallState, RunState } from "./state.ts";

export function decide(state: RunState): readonly Command[] {
  if (state.outcome !== undefined) return [];
  if (state.cancelRequested !== undefined)
    return [{ type: "record", events: [{ type: "run_completed", status: "canceled" }] }];

  const { current } = state;
  if (current !== undefined && !current.isAnswered) return finishTurn(state);
  if (current !== undefined) {
    const ending = endOf(state);
    if (ending !== undefined) return ending;
  }
  return betweenTurns(state);
}

/** Calls have no answer yet: run what can run, then ask people, then wait. */
function finishTurn(state: RunState): readonly Command[] {
  const fromAnswers = confirmationEvents(state);
  if (fromAnswers.length > 0) return [{ type: "record", events: fromAnswers }];

  const commands = (state.current?.calls ?? []).flatMap((call) => commandFor(call, state));
  if (commands.length > 0) return commands;
  // Everything that needs nobody is done before anybody is asked.
  const isRunning = state.current?.calls.some((call) => call.status === "started" && !call.isExternal) ?? false;
  if (isRunning) return [{ type: "wait" }];
  return openOrWait(state);
}

function openOrWait(state: RunState): readonly Command[] {
  const opening = openingEvents(state);
  if (opening.length > 0) return [{ type: "record", events: opening }];
  return [waitFor(state)];
}

function waitFor(state: RunState): Command {
  const expiries = state.waits.flatMap((wait) =>
    wait.kind === "confirmation" && wait.answer === undefined && wait.expiresAt !== undefined ? [wait.expiresAt] : [],
  );
  return expiries.length === 0 ? { type: "wait" } : { type: "wait", until: Math.min(...expiries) };
}

function commandFor(call: CallState, state: RunState): Command[] {
  if (call.status !== "scheduled" || call.isExternal || call.isRejected) return [];
  const { callId, tool, args, effect, childAgentId } = call;
  if (childAgentId !== undefined) {
    const childRunId = `${state.runId}/${callId}`;
    return [{ type: "start-child", callId, tool, args, childAgentId, childRunId }];
  }
  const timeoutMs = toolTimeoutMs(tool, state.policy, state.overrides);
  const key = `${state.runId}/${callId}`;
  return [{ type: "call-tool", callId, tool, args, effect, key, attempt: call.attempt + 1, timeoutMs }];
}

/** The turn is answered: did it end the run, or does it still wait for somebody? */
function endOf(state: RunState): readonly Command[] | undefined {
  const { current } = state;
  if (current === undefined) return undefined;
  if (current.final !== undefined) {
    const { text, value } = current.final;
    const message = { text, ...(value === undefined ? {} : { value }) };
    return [
      {
        type: "record",
        events: [
          { type: "assistant_message", ...message },
          { type: "run_completed", status: "completed", message: text, ...(value === undefined ? {} : { value }) },
        ],
      },
    ];
  }
  const ended = current.calls.some((call) => call.isTerminal && call.outcome?.type === "success");
  if (ended) return [{ type: "record", events: [{ type: "run_completed", status: "completed", message: "" }] }];
  if (state.paused === "await_queue" || state.paused === "await_clarification") return afterWaiting(state);
  const opening = openingEvents(state);
  return opening.length > 0 ? [{ type: "record", events: opening }] : undefined;
}

function afterWaiting(state: RunState): readonly Command[] {
  if (state.waits.some((wait) => wait.answer === undefined)) return [waitFor(state)];
  const reason = state.paused ?? "await_queue";
  const notes = reason === "await_clarification" ? { notes: "clarification_provided" } : {};
  return [{ type: "record", events: [{ type: "run_resumed", reason, ...notes }] }];
}

function betweenTurns(state: RunState): readonly Command[] {
  if (state.paused === "requested") {
    if (state.limit !== undefined)
      return [{ type: "record", events: [{ type: "run_resumed", reason: "deadline_exceeded" }] }];
    if (state.isPauseRequested) return [{ type: "wait", ...budgetEnd(state) }];
    return [{ type: "record", events: [{ type: "run_resumed", reason: "requested" }] }];
  }
  if (state.limit !== undefined && state.finalizing === undefined) {
    const labels = { reason: state.limit };
    return [
      {
        type: "record",
        events: [
          { type: "run_phase_changed", phase: "synthesizing" },
          { type: "run_paused", reason: "finalize", labels },
          { type: "run_resumed", reason: "finalize", labels },
          { type: "finalization_started", reason: state.limit },
        ],
      },
    ];
  }
  if (state.finalizing !== undefined) return planWithin(state);
  if (state.isPauseRequested && state.policy.interruptsAllowed) {
    return [{ type: "record", events: [{ type: "run_paused", reason: "requested" }] }];
  }
  const question = missingFieldsQuestion(state);
  if (question.length > 0) return [{ type: "record", events: question }];
  if (state.phase === "prompted")
    return [{ type: "record", events: [{ type: "run_phase_changed", phase: "planning" }] }];
  const history = historyToCompress(state);
  return history === undefined ? planWithin(state) : [history];
}

/** A turn is planned once its budget is set aside. */
function planWithin(state: RunState): readonly Command[] {
  const plan = planCommand(state);
  const reserved = reservation(state, plan.turn, plan.messages);
  return reserved.length > 0 ? [{ type: "record", events: reserved }] : [plan];
}

function budgetEnd({ clock }: RunState): { until?: number } {
  return clock.budgetAt === undefined ? {} : { until: clock.budgetAt };
}
