/**
 * Runs below runs. Each is driven on its own; what passes between them, beside the call and its answer, is here: a run
 * that is given up takes those below it along, and a run learns how much work its calls have turned out to be.
 */
import { hasEnded } from "../engine/readiness.ts";
import type { RunLog } from "../engine/run-log.ts";
import type { Said } from "../run/event.ts";
import type { PlanResult } from "../run/plan.ts";
import type { RunState } from "../run/state.ts";
import type { Clock } from "../tool/clock.ts";
import type { RunInbox } from "./run-inbox.ts";
import { isBeyondReach } from "./say-to-run.ts";

/** How long news for a parent waits for the parent to have noted its child. */
const LINK_MS = 1_000;

export interface NestedRunsOptions {
  readonly log: RunLog;
  readonly inbox: RunInbox;
  readonly clock: Clock;
}

export class NestedRuns {
  readonly #options: NestedRunsOptions;

  constructor(options: NestedRunsOptions) {
    this.#options = options;
  }

  /** The run first: whatever its children still report then falls on deaf ears. */
  async cancel(runId: string, said: { reason?: string } & Said = {}): Promise<void> {
    await this.#options.inbox.cancel(runId, said);
    await this.#cancelBelow(runId, said);
  }

  /** Stops the runs whose calls were given up. */
  async cancelAbandoned(state: RunState): Promise<void> {
    for (const { childRunId, outcome } of state.current?.calls ?? []) {
      const isAbandoned = outcome?.type === "failure" && outcome.failure.kind === "timeout";
      if (childRunId !== undefined && isAbandoned) await this.#cancelOpen(childRunId, "the call was given up");
    }
  }

  /** Whether the run above still waits for this one. A process that died may not have had the time to say. */
  async isWanted({ parent }: RunState): Promise<boolean> {
    if (parent === undefined) return true;
    const above = await this.#options.log.find(parent.runId);
    return above !== undefined && !hasEnded(above.status);
  }

  /** Tells the run above how many calls its call has led to by now. A courtesy: nothing waits for it for long. */
  async tellParent(state: RunState, { toolCalls = [] }: PlanResult, signal: AbortSignal): Promise<void> {
    const { parent } = state;
    if (parent === undefined || toolCalls.length === 0) return;
    const before = state.messages.flatMap((message) =>
      message.role === "assistant" ? message.content.filter((part) => part.type === "tool_use") : [],
    );
    const { inbox } = this.#options;
    try {
      await this.#linked(parent, signal);
      await inbox.expectChildren(parent.runId, parent.callId, before.length + toolCalls.length);
    } catch (error) {
      if (!isBeyondReach(error)) throw error;
    }
  }

  /** The link is logged after the child exists, so a fast child can be ahead of it. */
  async #linked({ runId, callId }: { runId: string; callId: string }, signal: AbortSignal): Promise<void> {
    const { log, clock } = this.#options;
    const late = new AbortController();
    const cancel = clock.after(LINK_MS, () => late.abort());
    try {
      for await (const event of log.watch(runId, { signal: AbortSignal.any([signal, late.signal]) })) {
        if (event.type === "child_run_linked" && event.callId === callId) return;
      }
    } catch (error) {
      if (!late.signal.aborted) throw error;
    } finally {
      cancel();
    }
  }

  async #cancelBelow(runId: string, said: { reason?: string } & Said): Promise<void> {
    const children = await this.#options.log.list({ parentRunId: runId });
    for (const child of children) {
      if (!hasEnded(child.status)) await this.#cancelOpen(child.runId, said.reason ?? "the run above was canceled");
    }
  }

  async #cancelOpen(runId: string, reason: string): Promise<void> {
    try {
      await this.cancel(runId, { reason });
    } catch (error) {
      // It ended on its own while we were at it.
      if (!isBeyondReach(error)) throw error;
    }
  }
}
