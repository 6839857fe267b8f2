/** What a run came to: computed from its log, like everything else about it. */
import type { JsonValue } from "../json/json.ts";
import type { EventOf, RunError, RunEvent } from "../run/event.ts";

export interface RunOutput {
  readonly runId: string;
  readonly agentId: string;
  readonly status: "completed" | "failed" | "canceled";
  readonly message: string;
  readonly value?: JsonValue;
  readonly error?: RunError;
  readonly toolEvents: readonly EventOf<"tool_result_received">[];
  readonly notes: readonly string[];
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number; readonly cost: number };
}

/** The events that an output is made of. */
export const OUTPUT_EVENTS = ["tool_result_received", "planner_note", "usage", "run_completed"] as const;

/** From a run's events, those of the types above at least. Undefined when the run has not ended. */
export function runOutput(events: readonly RunEvent[]): RunOutput | undefined {
  const end = events.at(-1);
  if (end?.type !== "run_completed") return undefined;
  const usage = { inputTokens: 0, outputTokens: 0, cost: 0 };
  const toolEvents: EventOf<"tool_result_received">[] = [];
  const notes: string[] = [];
  for (const event of events) {
    if (event.type === "tool_result_received") toolEvents.push(event);
    if (event.type === "planner_note") notes.push(event.text);
    if (event.type !== "usage") continue;
    usage.inputTokens += event.inputTokens;
    usage.outputTokens += event.outputTokens;
    usage.cost += event.cost ?? 0;
  }
  return {
    runId: end.runId,
    agentId: end.agentId,
    status: end.status,
    message: end.message ?? "",
    ...(end.value === undefined ? {} : { value: end.value }),
    ...(end.error === undefined ? {} : { error: end.error }),
    toolEvents,
    notes,
    usage,
  };
}
