/**
 * A run as spans, event by event. The run is an agent span, a planner's turn a generation, a call a function span, and
 * what waits for somebody a custom span; a nested run hangs under the call it answers, in the trace of the first run.
 * Ids follow from the run's own, so the same log always gives the same spans.
 */
import type { JsonObject } from "../../json/json.ts";
import type { EventOf, RunEvent } from "../../run/event.ts";
import { evolve } from "../../run/evolve.ts";
import type { Usage } from "../../run/plan.ts";
import type { RunState } from "../../run/state.ts";
import type { Span, SpanData, Trace } from "../span.ts";
import {
  agentData,
  callData,
  callSpanId,
  modelUsage,
  parentOf,
  resultData,
  resultError,
  runError,
  timeOf,
  traceOf,
} from "./run-span-data.ts";
import { answeredWait, openedWait } from "./wait-spans.ts";

export interface SpanChange {
  readonly type: "started" | "ended";
  readonly span: Span;
}

export class RunSpans {
  #trace: Trace | undefined;
  #state: RunState | undefined;
  #open = new Map<string, Span>();
  #readyAt = 0;
  #messagesSeen = 0;
  #usage: Usage[] = [];
  /** Calls of the last turn that the policy refused. */
  #denied: ReadonlySet<string> = new Set();

  /** Of the run at the root; undefined for a nested one, and before the first event. */
  get trace(): Trace | undefined {
    return this.#trace;
  }

  get lastEventId(): number {
    return this.#state?.lastEventId ?? 0;
  }

  /** Spans that have started and not ended. */
  get open(): readonly Span[] {
    return [...this.#open.values()];
  }

  push(event: RunEvent): SpanChange[] {
    this.#state = evolve(this.#state, event);
    if (!partsOfTurn.has(event.type)) this.#readyAt = event.at;
    switch (event.type) {
      case "run_started":
        if (event.parent === undefined) this.#trace = traceOf(event);
        return [this.#start(event, event.runId, agentData(event), parentOf(event))];
      case "usage":
        this.#usage.push(event);
        return [];
      case "assistant_turn_committed":
        return this.#turn(event);
      case "policy_decision":
        this.#denied = new Set(event.denied.map(({ callId }) => callId));
        return [];
      case "tool_call_scheduled":
        return [this.#start(event, callSpanId(event), callData(event), event.runId)];
      case "tool_call_started":
        return this.#restart(event, callSpanId(event));
      case "tool_result_received":
        return this.#end(
          event,
          callSpanId(event),
          resultData(event),
          resultError(event, this.#denied.has(event.callId)),
        );
      case "run_completed":
        return this.#complete(event);
      default:
        return this.#wait(event);
    }
  }

  #turn(event: EventOf<"assistant_turn_committed">): SpanChange[] {
    const { turn, content, final } = event;
    const output = final?.value ?? { role: "assistant", content };
    // The turn itself is the last message, when it said anything.
    return this.#generation(
      event,
      turn,
      { output: [output] },
      this.#unseenMessages(content.length > 0 ? -1 : undefined),
    );
  }

  #complete(event: EventOf<"run_completed">): SpanChange[] {
    const { status, message, value } = event;
    const data = { status, output: value ?? message ?? null };
    // Whatever was still waited for is over with the run.
    const others = [...this.#open.keys()].filter((id) => id !== event.runId).flatMap((id) => this.#end(event, id));
    return [...others, ...this.#failedTurn(event), ...this.#end(event, event.runId, data, runError(event))];
  }

  /** A run fails when its planner does: that turn is not in the log, and has to be seen all the same. */
  #failedTurn(event: EventOf<"run_completed">): SpanChange[] {
    if (event.status !== "failed") return [];
    const turn = (this.#state?.turn ?? 0) + 1;
    return this.#generation(event, turn, {}, this.#unseenMessages(), runError(event));
  }

  #generation(
    event: RunEvent,
    turn: number,
    said: { readonly output?: readonly unknown[] },
    input: readonly unknown[],
    error?: Span["error"],
  ): SpanChange[] {
    const data = { type: "generation", input, ...said, ...modelUsage(this.#usage), turn };
    this.#usage = [];
    const id = `${event.runId}#turn/${turn}`;
    const started = this.#start({ ...event, at: this.#readyAt }, id, data, event.runId);
    return [started, ...this.#end(event, id, {}, error)];
  }

  /** What the planner had not read before, up to `end`; from now on it has read everything. */
  #unseenMessages(end?: number): readonly unknown[] {
    const messages = this.#state?.messages ?? [];
    const unseen = messages.slice(this.#messagesSeen, end);
    this.#messagesSeen = messages.length;
    return unseen;
  }

  #wait(event: RunEvent): SpanChange[] {
    const opened = openedWait(event);
    if (opened !== undefined) return [this.#start(event, `${event.runId}#wait/${opened.id}`, opened.data, event.runId)];
    const answered = answeredWait(event);
    if (answered === undefined) return [];
    const id = `${event.runId}#wait/${answered.id}`;
    const asked = this.#open.get(id)?.spanData.data as JsonObject | undefined;
    return this.#end(event, id, { data: { ...asked, output: answered.output } });
  }

  #start(event: RunEvent, spanId: string, spanData: SpanData, parentId: string | null): SpanChange {
    const traceId = this.#state?.parent?.path[0] ?? event.runId;
    const span = { spanId, traceId, parentId, startedAt: timeOf(event), endedAt: null, spanData, error: null };
    this.#open.set(spanId, span);
    return { type: "started", span };
  }

  /** A call that waited its turn began when it was started, not when it was planned. */
  #restart(event: RunEvent, spanId: string): SpanChange[] {
    const span = this.#open.get(spanId);
    if (span !== undefined) this.#open.set(spanId, { ...span, startedAt: timeOf(event) });
    return [];
  }

  #end(event: RunEvent, spanId: string, more: JsonObject = {}, error?: Span["error"]): SpanChange[] {
    const span = this.#open.get(spanId);
    if (span === undefined) return [];
    this.#open.delete(spanId);
    const spanData = { ...span.spanData, ...more };
    return [{ type: "ended", span: { ...span, endedAt: timeOf(event), spanData, error: error ?? null } }];
  }
}

/** Logged together with the turn, when the planner has answered or failed: none of them says that it could begin. */
const partsOfTurn: ReadonlySet<RunEvent["type"]> = new Set([
  "thinking_block",
  "usage",
  "budget_settled",
  "prompt_rendered",
  "reminder_added",
  "reminder_removed",
  "reminders_shown",
  "assistant_turn_committed",
  "run_completed",
]);
