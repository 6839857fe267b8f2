/**
 * A run's events as they come, pulled from the log page by page: what a reader has not asked for yet stays in the log,
 * so a slow one costs no memory. Works on any log that can read a page and say that a run changed.
 */
import { orAbort } from "../errors/abort.ts";
import type { RunEvent } from "../run/event.ts";
import type { RunChanges } from "./run-changes.ts";
import type { WatchOptions } from "./run-log.ts";

export interface EventPage {
  readonly events: readonly RunEvent[];
  /** The run is over and this page holds its last events. */
  readonly isLast: boolean;
}

/** Waits for a change of the run, over and over, until `isEnded` says so: cheaper than reading what one does not need. */
export async function runEnded(
  runId: string,
  signal: AbortSignal | undefined,
  changes: RunChanges,
  isEnded: () => Promise<boolean>,
): Promise<void> {
  for await (const changed of looks(runId, signal, changes)) {
    if (await isEnded()) return;
    await changed();
  }
}

export async function* watchRun(
  runId: string,
  options: WatchOptions,
  changes: RunChanges,
  readPage: (after: number) => Promise<EventPage>,
): AsyncGenerator<RunEvent, void, undefined> {
  let after = options.after ?? 0;
  for await (const changed of looks(runId, options.signal, changes)) {
    const page = await readPage(after);
    for (const event of page.events) {
      yield event;
      after = event.id;
    }
    if (page.isLast) return;
    if (page.events.length === 0) await changed();
  }
}

/** A chance to look at the run, again and again, each with a way to wait for the next change. */
async function* looks(
  runId: string,
  signal: AbortSignal | undefined,
  changes: RunChanges,
): AsyncGenerator<() => Promise<void>, void, undefined> {
  let wake = () => {};
  const unsubscribe = changes.onChange(runId, () => wake());
  try {
    for (;;) {
      signal?.throwIfAborted();
      // Armed before anybody looks: a change in between is seen by one of the two.
      const { promise: changed, resolve } = Promise.withResolvers<void>();
      wake = resolve;
      yield () => (signal ? orAbort(changed, signal) : changed);
    }
  } finally {
    unsubscribe();
  }
}
