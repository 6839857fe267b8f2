/** Has done what a run needs, and records how it went. Each method ends when its outcome is recorded. */
import { messageOf } from "../errors/kigumi-error.ts";
import { copyOfJson } from "../json/copy-of-json.ts";
import type { CallToolCommand, Command, PlanCommand } from "../run/command.ts";
import type { RunEvent, RunEventBody, ToolOutcome } from "../run/event.ts";
import { fold } from "../run/evolve.ts";
import { planFailed, planned } from "../run/planned.ts";
import { isEnded } from "../run/state.ts";
import { OUTCOME_UNKNOWN } from "../run/tool-outcome.ts";
import { hasEnded } from "./readiness.ts";
import type { RunHost } from "./run-host.ts";
import type { RunJournal } from "./run-journal.ts";
import type { RunLog } from "./run-log.ts";

export class CommandPerformer {
  readonly #journal: RunJournal;
  readonly #host: RunHost;
  readonly #log: RunLog;

  constructor({ journal, host, log }: { journal: RunJournal; host: RunHost; log: RunLog }) {
    this.#journal = journal;
    this.#host = host;
    this.#log = log;
  }

  async plan(command: PlanCommand, signal: AbortSignal): Promise<void> {
    const host = this.#host;
    try {
      // A list of its own: what a planner adds to it is not part of the run.
      const question = { ...command, messages: [...command.messages] };
      const result = await host.plan(this.#journal.run, question, signal);
      if (signal.aborted || isEnded(this.#journal.run)) return;
      const { reminderIds, turn } = command;
      if (reminderIds.length > 0) this.#journal.record([{ type: "reminders_shown", reminderIds }], turn);
      const environment = host.environment(this.#journal.run, this.#journal.now());
      this.#journal.record(planned(this.#journal.run, result, environment), turn);
    } catch (error) {
      if (signal.aborted) throw error;
      this.#journal.record(planFailed(host.planError(error)));
    }
  }

  async callTool(command: CallToolCommand, signal: AbortSignal): Promise<void> {
    const startedAt = this.#journal.now();
    // Arguments of its own: what a tool does to them must not change what was said, nor what is logged of it.
    const call = { ...command, args: copyOfJson(command.args) };
    const outcome = await this.#host.callTool(this.#journal.run, call, signal);
    this.#finishCall(command.callId, command.tool, outcome, { durationMs: this.#journal.now() - startedAt });
  }

  async startChild(command: Extract<Command, { type: "start-child" }>): Promise<void> {
    const [host, log] = [this.#host, this.#log];
    const { callId, tool, childRunId, childAgentId } = command;
    const run = this.#journal.run;
    try {
      const { type, ...started } = await host.startChild(run, command);
      const at = this.#journal.now();
      const session = run.sessionId === undefined ? {} : { sessionId: run.sessionId };
      const event: RunEvent = {
        ...started,
        type,
        id: 1,
        v: 1,
        at,
        runId: childRunId,
        agentId: childAgentId,
        ...session,
      };
      await log.create(
        {
          runId: childRunId,
          agentId: childAgentId,
          parentRunId: run.runId,
          labels: run.labels,
          createdAt: at,
          ...session,
        },
        [event],
        { status: "pending", isRunnable: true },
      );
    } catch (error) {
      // After a crash between the two appends the child is already there, under the same id.
      if ((error as { code?: string }).code !== "run_exists") {
        const failure = { kind: "internal", error: messageOf(error), recovery: { action: "correct_call" } } as const;
        this.#finishCall(callId, tool, { type: "failure", failure });
        return;
      }
    }
    this.#journal.record([{ type: "child_run_linked", callId, tool, childRunId, childAgentId }]);
  }

  async compress(command: Extract<Command, { type: "compress" }>, signal: AbortSignal): Promise<void> {
    const host = this.#host;
    try {
      const { summary, digest } = await host.compress(this.#journal.run, command, signal);
      if (signal.aborted) return;
      this.#journal.record([{ type: "history_compressed", through: command.through, summary, digest }]);
    } catch (error) {
      if (signal.aborted) throw error;
      this.#journal.record(planFailed(host.planError(error)));
    }
  }

  #finishCall(
    callId: string,
    tool: string,
    outcome: ToolOutcome,
    details: { durationMs?: number; childRunId?: string } = {},
  ): void {
    const call = this.#journal.run.current?.calls.find((each) => each.callId === callId);
    // The run may have ended, or given the call up, while the tool was still at it.
    if (isEnded(this.#journal.run) || call === undefined || call.status === "done") return;
    this.#journal.record([{ type: "tool_result_received", callId, tool, outcome, ...details }]);
  }

  async callAgain(command: CallToolCommand, signal: AbortSignal): Promise<void> {
    this.#journal.record([startedEvent(command)]);
    await this.#journal.flush();
    await this.callTool(command, signal);
  }

  async reconcile(call: { callId: string; tool: string; key: string }, signal: AbortSignal): Promise<void> {
    const found = await this.#host.reconcile(this.#journal.run, call, signal);
    if (signal.aborted) return;
    const { callId, tool, key } = call;
    if (found === undefined) this.#journal.record([{ type: "tool_outcome_unknown", callId, tool, key }]);
    this.#finishCall(callId, tool, found ?? { type: "failure", failure: OUTCOME_UNKNOWN });
  }

  /** Children that ended while nobody was looking, and those that wait for a person: their time is not this run's. */
  async collectChildren(): Promise<void> {
    const [host, log] = [this.#host, this.#log];
    let waitsForPerson = false;
    for (const call of this.#journal.run.current?.calls ?? []) {
      const { callId, tool, childRunId, status } = call;
      if (childRunId === undefined || status === "done") continue;
      const child = await log.find(childRunId);
      waitsForPerson ||= child?.status === "paused";
      if (child === undefined || !hasEnded(child.status)) continue;
      const state = fold(await log.read(childRunId));
      if (state === undefined) continue;
      this.#finishCall(callId, tool, await host.childOutcome(state, call), { childRunId });
    }
    const { paused, clock } = this.#journal.run;
    const reason = "await_child";
    if (waitsForPerson && paused === undefined && clock.budgetAt !== undefined)
      this.#journal.record([{ type: "run_paused", reason }]);
    if (!waitsForPerson && paused === reason) this.#journal.record([{ type: "run_resumed", reason }]);
  }
}

export function startedEvent({ callId, key, attempt }: CallToolCommand): RunEventBody {
  return { type: "tool_call_started", callId, key, attempt };
}
