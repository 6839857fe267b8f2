/**
 * Events as they come, of one run or of all, pulled from the log page by page: what a reader has not asked for yet stays
 * in the log, so a slow one costs no memory. Works on any log that can read a page and say that something changed.
 */
import { orAbort } from "../errors/abort.ts";
import type { RunEvent } from "../run/event.ts";
import type { RunChanges } from "./run-changes.ts";
import type { FollowOptions, LoggedEvent, WatchOptions } from "./run-log.ts";

export interface EventPage {
  readonly events: readonly RunEvent[];
  /** The run is over and this page holds its last events. */
  readonly isLast: boolean;
}

export async function* watchRun(
  runId: string,
  options: WatchOptions,
  changes: RunChanges,
  readPage: (after: number) => Promise<EventPage>,
): AsyncGenerator<RunEvent, void, undefined> {
  let after = options.after ?? 0;
  for await (const changed of looks((wake) => changes.onChange(runId, wake), options.signal)) {
    const page = await readPage(after);
    for (const event of page.events) {
      yield event;
      after = event.id;
    }
    if (page.isLast) return;
    if (page.events.length === 0) await changed();
  }
}

export async function* followLog(
  { after: known = 0, isLive = true, isBackground = false, signal }: FollowOptions,
  changes: RunChanges,
  readPage: (after: number) => Promise<readonly LoggedEvent[]>,
): AsyncGenerator<LoggedEvent, void, undefined> {
  let after = known;
  for await (const changed of looks((wake) => changes.onAnyChange(wake, { isBackground }), signal)) {
    const page = await readPage(after);
    for (const logged of page) {
      yield logged;
      after = logged.position;
    }
    if (page.length > 0) continue;
    if (!isLive) return;
    await changed();
  }
}

/** A chance to look, again and again, each with a way to wait for the next change. */
export async function* looks(
  subscribe: (wake: () => void) => () => void,
  signal: AbortSignal | undefined,
): AsyncGenerator<() => Promise<void>, void, undefined> {
  let wake = () => {};
  const unsubscribe = subscribe(() => wake());
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
