/** A run as it is watched: its events, without what only the log keeps, and between them what its planner streams. */
import type { RunEvent } from "../run/event.ts";
import { forTimeline } from "../run/server-data.ts";
import type { DeltaQueue, RunDelta } from "./delta-hub.ts";

/** Events for watchers: of server data, only what is for the timeline. */
export async function* streamedEvents(events: AsyncIterable<RunEvent>): AsyncGenerator<RunEvent> {
  for await (const event of events) yield streamed(event);
}

function streamed(event: RunEvent): RunEvent {
  if (event.type !== "tool_result_received" || event.outcome.type !== "success") return event;
  const { serverData, ...outcome } = event.outcome;
  if (serverData === undefined) return event;
  const shown = forTimeline(serverData);
  return { ...event, outcome: shown.length === 0 ? outcome : { ...outcome, serverData: shown } };
}

/** What was streamed comes before the event that commits it. */
export async function* withDeltas(
  watch: (signal: AbortSignal) => AsyncIterable<RunEvent>,
  deltas: DeltaQueue,
): AsyncGenerator<RunEvent | RunDelta> {
  const left = new AbortController();
  const events = watch(left.signal)[Symbol.asyncIterator]();
  let next = events.next();
  try {
    for (;;) {
      const arrived = await Promise.race([next, deltas.arrival()]);
      yield* deltas.take();
      if (arrived === undefined) continue;
      if (arrived.done) return;
      yield arrived.value;
      next = events.next();
    }
  } finally {
    deltas.close();
    // Whoever stops reading in the middle leaves a watch behind that waits for the next event.
    next.catch(() => {});
    left.abort();
  }
}
