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
  let wake = () => {};
  const unsubscribe = changes.onChange(runId, () => wake());
  try {
    for (;;) {
      signal?.throwIfAborted();
      const { promise: changed, resolve } = Promise.withResolvers<void>();
      wake = resolve;
      if (await isEnded()) return;
      await (signal ? orAbort(changed, signal) : changed);
    }
  } finally {
    unsubscribe();
  }
}

export async function* watchRun(
  runId: string,
  options: WatchOptions,
  changes: RunChanges,
  readPage: (after: number) => Promise<EventPage>,
): AsyncGenerator<RunEvent, void, undefined> {
  const { signal } = options;
  let after = options.after ?? 0;
  let wake = () => {};
  const unsubscribe = changes.onChange(runId, () => wake());
  try {
    for (;;) {
      signal?.throwIfAborted();
      // Armed before the page is read: a change in between is seen by one of the two.
      const { promise: changed, resolve } = Promise.withResolvers<void>();
      wake = resolve;
      const page = await readPage(after);
      for (const event of page.events) {
        yield event;
        after = event.id;
      }
      if (page.isLast) return;
      if (page.events.length === 0) await (signal ? orAbort(changed, signal) : changed);
    }
  } finally {
    unsubscribe();
  }
}
