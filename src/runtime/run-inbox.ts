/**
 * What people and programs say to a run while it runs or waits. Each is checked against the run as the log has it and
 * then appended: a statement that does not fit is refused with the reason, and nothing of it remains.
 */
import { KigumiError } from "../errors/kigumi-error.ts";
import { type Answers, answersAsContent, problemsWithAnswers } from "../run/answer-questions.ts";
import type { Said, ToolOutcome } from "../run/event.ts";
import type { Message } from "../run/message.ts";
import { assertReminder, type Reminder } from "../run/reminder.ts";
import { openCalls, type RunState, type Wait } from "../run/state.ts";
import { notAwaited, type RunListener, sayToRun } from "./say-to-run.ts";

export interface RunInboxOptions extends RunListener {
  /** What is logged of a result from outside. Rejects when it is none the tool could have returned. */
  checkResult(state: RunState, callId: string, outcome: ToolOutcome): Promise<ToolOutcome>;
}

export interface ConfirmationAnswer extends Said {
  runId: string;
  id: string;
  approved: boolean;
  requestedBy: string;
}

export class RunInbox {
  readonly #options: RunInboxOptions;

  constructor(options: RunInboxOptions) {
    this.#options = options;
  }

  async cancel(runId: string, said: { reason?: string } & Said = {}): Promise<void> {
    await sayToRun(this.#options, runId, (state) =>
      state.cancelRequested === undefined ? [{ type: "cancel_requested", ...said }] : [],
    );
  }

  async pause(runId: string, said: { reason?: string } & Said = {}): Promise<void> {
    await sayToRun(this.#options, runId, (state) => {
      if (!state.policy.interruptsAllowed) {
        throw new KigumiError({
          code: "interrupts_not_allowed",
          message: `agent ${state.agentId} does not allow its runs to be paused; set interruptsAllowed: true in its runPolicy`,
        });
      }
      return [{ type: "pause_requested", ...said }];
    });
  }

  async resume(runId: string, said: { notes?: string; messages?: readonly Message[] } & Said = {}): Promise<void> {
    await sayToRun(this.#options, runId, (state) => {
      if (!state.isPauseRequested) throw notAwaited(runId, "it is not paused");
      return [{ type: "resume_requested", ...said }];
    });
  }

  async confirm({ runId, id, approved, requestedBy, ...said }: ConfirmationAnswer): Promise<void> {
    if (typeof requestedBy !== "string" || requestedBy.trim() === "") {
      throw new KigumiError({
        code: "approver_required",
        message: "an approval is decided by somebody: pass requestedBy",
      });
    }
    if (typeof approved !== "boolean") {
      throw new KigumiError({ code: "invalid_answer", message: "approved has to be true or false" });
    }
    await sayToRun(this.#options, runId, (state, now) => {
      const wait = openWait(state, id, "confirmation");
      if (wait.kind === "confirmation" && wait.expiresAt !== undefined && wait.expiresAt <= now) {
        throw notAwaited(runId, `the request ${id} has expired`);
      }
      return [{ type: "approval_decided", awaitId: id, approved, requestedBy, ...said }];
    });
  }

  async clarify({ runId, id, answer, ...said }: { runId: string; id: string; answer: string } & Said): Promise<void> {
    await sayToRun(this.#options, runId, (state) => {
      openWait(state, id, "clarification");
      return [{ type: "clarification_provided", awaitId: id, answer, ...said }];
    });
  }

  async provideResults({
    runId,
    id,
    results,
    ...said
  }: {
    runId: string;
    id: string;
    results: readonly { callId: string; outcome: ToolOutcome }[];
  } & Said): Promise<void> {
    await sayToRun(this.#options, runId, async (state) => {
      const wait = openWait(state, id, "tool_results");
      const given = results.map(({ callId }) => callId);
      if (wait.kind === "tool_results") assertExactly(runId, wait.callIds, given);
      const checked = results.map(async ({ callId, outcome }) => {
        return { callId, outcome: await this.#options.checkResult(state, callId, outcome) };
      });
      return [{ type: "tool_results_provided", awaitId: id, results: await Promise.all(checked), ...said }];
    });
  }

  async answer({
    runId,
    id,
    answers,
    ...said
  }: {
    runId: string;
    id: string;
    answers: Answers;
  } & Said): Promise<void> {
    await sayToRun(this.#options, runId, (state) => {
      openWait(state, id, "tool_results");
      const asked = state.current?.awaits.find(({ awaitId }) => awaitId === id);
      if (asked?.kind !== "questions") throw notAwaited(runId, `${id} waits for tool results, not for answers`);
      const problems = problemsWithAnswers(asked.questions, answers);
      if (problems.length > 0) {
        throw new KigumiError({
          code: "invalid_answer",
          message: `run ${runId}: ${problems.join("; ")}`,
          data: { runId, problems },
        });
      }
      const outcome = { type: "success", content: answersAsContent(asked.questions, answers) } as const;
      const results = asked.calls.map(({ callId }) => ({ callId, outcome }));
      return [{ type: "tool_results_provided", awaitId: id, results, ...said }];
    });
  }

  async addReminder(runId: string, reminder: Reminder): Promise<void> {
    assertReminder(reminder);
    await sayToRun(this.#options, runId, () => [{ type: "reminder_added", reminder }]);
  }

  async removeReminder(runId: string, reminderId: string): Promise<void> {
    await sayToRun(this.#options, runId, ({ reminders }) =>
      reminders.some(({ reminder }) => reminder.id === reminderId) ? [{ type: "reminder_removed", reminderId }] : [],
    );
  }

  /** The run that answers a call has made this many calls of its own. Only news is logged. */
  async expectChildren(runId: string, callId: string, expectedChildren: number): Promise<void> {
    await sayToRun(this.#options, runId, (state) => {
      const call = openCalls(state).find((each) => each.callId === callId);
      if (call === undefined || (call.expectedChildren ?? 0) >= expectedChildren) return [];
      return [{ type: "tool_call_updated", callId, expectedChildren }];
    });
  }
}

function openWait(state: RunState, id: string, kind: Wait["kind"]): Wait {
  const wait = state.waits.find(({ awaitId }) => awaitId === id);
  if (wait === undefined) throw notAwaited(state.runId, `it waits for nothing with the id ${id}`);
  if (wait.kind !== kind) throw notAwaited(state.runId, `${id} waits for a ${wait.kind}, not for a ${kind}`);
  if (wait.answer !== undefined) throw notAwaited(state.runId, `${id} has been answered`);
  return wait;
}

function assertExactly(runId: string, expected: readonly string[], given: readonly string[]): void {
  const isExact =
    given.length === expected.length &&
    new Set(given).size === given.length &&
    given.every((id) => expected.includes(id));
  if (!isExact) throw notAwaited(runId, `results are awaited for exactly ${expected.join(", ")}`);
}
